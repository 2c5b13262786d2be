// Which run the user means: of a seed, or of a plan file.
#pragma once

#include "cli/exit_status.hpp"
#include "scenarios/names.hpp"
#include "scenarios/trial.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace onceproof::cli {

// What was asked for can't be done, in one sentence; the program ends with that status.
class complaint : public std::runtime_error {
public:
    complaint(exit_status s, const std::string& sentence) : runtime_error(sentence), status(s) {}

    exit_status status;
};

// How a user says which run is meant: SCENARIO --seed S, or --plan FILE.
struct run_words {
    std::string scenario;
    std::string scenario_file;  // instead of its name; empty: none
    std::uint64_t seed = 0;
    std::string plan;  // a file; empty: none
    scenarios::implementation_words under_test{};

    // The words that say so again.
    std::string text() const;
};

// The scenario in FILE, which its name finds from now on. Throws a complaint: no such file (66), a
// bad one (65), or it can't be read (74).
const scenarios::scenario& scenario_from(const std::string& file);

// Throws a complaint, a bad plan file is 65; base::unreadable_file.
scenarios::trial find_trial(const run_words& words);

}  // namespace onceproof::cli
