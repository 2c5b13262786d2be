// `onceproof prove`: each guard against its mutants, under one search.
#pragma once

#include "cli/exit_status.hpp"
#include "cli/record.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace onceproof::cli {

struct prove_options {
    std::vector<std::string> guards;  // of these alone; empty: all
    std::string subject;              // of this one alone; empty: all
    std::uint64_t runs_max = 10'000;
    unsigned jobs = 1;
    bool shrinks = true;
    bool json = false;
    bool quiet = false;
    std::string findings = "onceproof-findings";  // the folder for the smallest counterexamples
    results_words results{};
};

// 0 if each intact subject that is exactly-once holds and each mutant is caught; 1 if not. Of a
// subject with a weakness it also tells the windows.
exit_status prove(const prove_options& options);

}  // namespace onceproof::cli
