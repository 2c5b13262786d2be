// What `onceproof prove` tells of a design that is not exactly-once: its windows.
#pragma once

#include "cli/record.hpp"
#include "scenarios/subject.hpp"

namespace onceproof::cli {

// Measures them: some hundred runs. JSON: a line for each window and each lateness.
// Keeps them as well.
void print_windows(const scenarios::subject& s, bool json, record& kept);

}  // namespace onceproof::cli
