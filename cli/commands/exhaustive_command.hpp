// `onceproof run --faults K` and `run --deadlines`: runs every plan of that kind and prints what
// was exhausted.
#pragma once

#include "cli/commands/run_command.hpp"

#include <span>

namespace onceproof::cli {

// Throws a complaint, std::system_error.
exit_status run_exhaustively(std::span<const candidate> candidates, const run_options& options,
                             record& kept);

}  // namespace onceproof::cli
