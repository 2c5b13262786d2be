// Understands the words of the command and does what they say.
#pragma once

#include "cli/exit_status.hpp"

#include <string>

namespace onceproof::cli {

// Prints to standard output and standard error; throws nothing.
// VERSION: what `--version` answers.
exit_status run_command_line(int argc, const char* const* argv, const std::string& version);

}  // namespace onceproof::cli
