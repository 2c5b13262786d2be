// `onceproof list`: what there is to play, and to go wrong.
#pragma once

#include "cli/exit_status.hpp"

#include <string>

namespace onceproof::cli {

// WHAT is "scenarios", "faults" or "mutants"; one a line.
exit_status list(const std::string& what);

}  // namespace onceproof::cli
