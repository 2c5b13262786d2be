// Understands the words of the command and does what they say.
#pragma once

#include "cli/exit_status.hpp"
#include "reports/evidence.hpp"

namespace onceproof::cli {

// Prints to standard output and standard error; throws nothing.
// BY: what `--version` answers, and what a results file says of its maker.
exit_status run_command_line(int argc, const char* const* argv, const reports::build& by);

}  // namespace onceproof::cli
