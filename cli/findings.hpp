// What a command found, kept as plan files.
#pragma once

#include "scenarios/campaign.hpp"
#include "scenarios/trial.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace onceproof::cli {

// A failure that was made small, in a plan file.
struct saved_plan {
    std::string file;                // empty: there is none
    std::string text;                // what it holds
    std::vector<std::string> story;  // its comment, line by line
};

// Keeps TEXT, a plan file, in FOLDER, which is made if need be: "lost-answer.key-per-attempt.
// one-effect.json". Throws std::system_error.
saved_plan save(const std::string& folder, const scenarios::scenario& s,
                const scenarios::performer& by, std::string_view rule, const std::string& text);

// What a worker plays to make a failure small: as run_report::attachment the plan file, or nothing
// if that run does not break that rule. One that begins with a seed, one with a plan file.
scenarios::play_factory shrink_seed(const scenarios::scenario& s, const scenarios::performer& by,
                                    std::string rule);
scenarios::play_factory shrink_plan(std::string plan, std::string rule);

// Of a worker that died, or was killed, nothing is to be had by playing the run elsewhere.
bool can_shrink(std::string_view rule);

}  // namespace onceproof::cli
