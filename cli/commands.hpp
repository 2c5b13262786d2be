// What the command does, once its words are understood.
#pragma once

#include "cli/exit_status.hpp"

#include <cstdint>
#include <string>

namespace onceproof::cli {

struct replay_options {
    std::string scenario;
    std::uint64_t seed = 0;
    bool check_determinism = false;
    bool timers = false;
    bool colour = false;
};

// Plays one run and tells it step by step on standard output.
exit_status replay(const replay_options& options);

// Prints the scenarios, one a line.
exit_status list_scenarios();

}  // namespace onceproof::cli
