// What the words of the user name: scenarios, subjects, guards, plan files.
#pragma once

#include "cli/exit_status.hpp"
#include "scenarios/trial.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace onceproof::cli {

// What was asked for can't be done, in one sentence; the program ends with that status.
class complaint : public std::runtime_error {
public:
    complaint(exit_status s, const std::string& sentence) : runtime_error(sentence), status(s) {}

    exit_status status;
};

// Throws a complaint if there is none of that name.
const scenarios::scenario& find_scenario(const std::string& name);

// Who is to play, instead of whom a scenario names.
struct performer_words {
    std::string subject;  // empty: nobody else
    std::string without;  // a guard, or a mutant that lacks one; empty: whole

    bool disk_faults = false;         // disks may fail as well
    std::vector<std::string> only{};  // kinds of faults; none: whatever may go wrong

    // The words that say so again, with a space before each.
    std::string text() const;
};

// Throw a complaint if there is none of that name.
const scenarios::subject& find_subject(const std::string& name);
const scenarios::guard& find_guard(const std::string& name);

// Who plays S. Throws a complaint: there is no such name, or that performer can't play S, or what
// is to go wrong can't go wrong there.
scenarios::performer find_performer(const performer_words& words, const scenarios::scenario& s);

// Whether one can play S at all, and all kinds that are named can strike there. Throws a complaint
// if there is no such name.
bool can_play(const performer_words& words, const scenarios::scenario& s);

// The words for BY where S is played.
performer_words words_for(const scenarios::performer& by, const scenarios::scenario& s);

// How a user says which run is meant: SCENARIO --seed S, or --plan FILE.
struct run_words {
    std::string scenario;
    std::uint64_t seed = 0;
    std::string plan;  // a file; empty: none
    performer_words who{};

    // The words that say so again.
    std::string text() const;
};

// All that FILE holds. Throws a complaint: no such file (66), or it can't be read (74).
std::string content_of(const std::string& file);

// Throws a complaint; a bad plan file is 65.
scenarios::trial find_trial(const run_words& words);

}  // namespace onceproof::cli
