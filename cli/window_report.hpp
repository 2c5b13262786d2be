// What `onceproof prove` tells of a design that is not exactly-once: its windows.
#pragma once

#include "scenarios/subject.hpp"

namespace onceproof::cli {

// Measures them: some hundred runs. JSON: a line for each window and each lateness.
void print_windows(const scenarios::subject& s, bool json);

}  // namespace onceproof::cli
