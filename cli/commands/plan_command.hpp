// `onceproof plan` and `onceproof shrink`: what goes wrong in a run, as a plan file.
#pragma once

#include "cli/find.hpp"

#include <string>

namespace onceproof::cli {

// Prints the plan of a run; replayed, it gives the same trace. Throws a complaint.
exit_status print_plan(const run_words& which);

struct shrink_command_options {
    run_words which;
    std::string out;  // a file; empty: standard output
};

// Prints the smallest plan that breaks the same rule for the same intent. Inconclusive if the run
// breaks none. Throws a complaint.
exit_status shrink(const shrink_command_options& options);

}  // namespace onceproof::cli
