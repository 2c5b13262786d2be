// `onceproof list`: what there is to play, to go wrong, and to be judged by.
#pragma once

#include "cli/exit_status.hpp"

#include <string>

namespace onceproof::cli {

// WHAT is "scenarios", "faults", "mutants" or "contracts"; one a line, of contracts with its source
// and what is wrong with it on lines of their own.
exit_status list(const std::string& what);

}  // namespace onceproof::cli
