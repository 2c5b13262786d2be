// `onceproof replay`: makes one run and tells it step by step. See docs/command.md.
#pragma once

#include "cli/find.hpp"

#include <string>

namespace onceproof::cli {

struct replay_options {
    run_words which;
    bool check_determinism = false;
    bool timers = false;
    bool colour = false;
    std::string svg{};  // a file for the picture of the run; empty: none
};

// Throws a complaint about words or files.
exit_status replay(const replay_options& options);

}  // namespace onceproof::cli
