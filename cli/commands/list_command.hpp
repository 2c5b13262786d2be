// `onceproof list`: what there is to run, and to go wrong.
#pragma once

#include "cli/exit_status.hpp"

#include <string>
#include <vector>

namespace onceproof::cli {

// What there is to list.
std::vector<std::string> list_topics();

// WHAT is one of them; one a line.
exit_status list(const std::string& what);

}  // namespace onceproof::cli
