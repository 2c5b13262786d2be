// Draws a run for people: `onceproof replay --svg`.
#pragma once

#include "scenarios/trial.hpp"
#include "search/runner.hpp"

#include <string>

namespace onceproof::cli {

// Writes the space-time diagram of a run to FILE, whole or not at all; of one that breaks a rule,
// beside its nearest_held, if that does the same work. Throws std::system_error.
// RUN: what P has just run, T. Requires: it kept its trace.
void write_picture(const std::string& file, const std::string& title, const scenarios::trial& t,
                   const search::runner& p, const search::run_report& run);

}  // namespace onceproof::cli
