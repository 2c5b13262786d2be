// `onceproof report` and `onceproof merge`: what to make of results files. See docs/report.md.
#pragma once

#include "cli/exit_status.hpp"

#include <string>
#include <vector>

namespace onceproof::cli {

struct report_options {
    std::string results;
    std::string format = "md";
    std::string out;  // a file; empty: standard output
};

std::vector<std::string> report_formats();

// 0, whatever it is that the report says. Throws a complaint, reports::store_error.
exit_status report(const report_options& options);

struct merge_options {
    std::vector<std::string> from;
    std::string out;  // must not be there yet
};

// Inconclusive if something is missing in what was joined. Throws a complaint if they are not all
// by one build, reports::store_error.
exit_status merge(const merge_options& options);

}  // namespace onceproof::cli
