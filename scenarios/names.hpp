// What people call scenarios and who plays them: by name, with a near match for a misspelt one.
#pragma once

#include "scenarios/scenario.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace onceproof::scenarios {

// There is nothing of that name, or it does not fit, in one sentence.
class unknown_name : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

// Each throws unknown_name.
const scenario& scenario_named(const std::string& name);
const subject& subject_named(const std::string& name);
const guard& guard_named(const std::string& name);

// The words by which a command names S: its name, or --scenario and its file.
std::string words_for(const scenario& s);

// Who is to play, instead of whom a scenario names.
struct performer_words {
    std::string subject;  // empty: nobody else
    std::string without;  // a guard, or a mutant that lacks one; empty: whole

    bool disk_faults = false;         // disks may fail as well
    std::vector<std::string> only{};  // kinds of faults; none: whatever may go wrong

    // The words that say so again, with a space before each.
    std::string text() const;
};

// Who plays S. Throws unknown_name, also if that performer can't play S, or what is to go wrong
// can't go wrong there.
performer performer_named(const performer_words& words, const scenario& s);

// Whether one can play S at all, and all kinds that are named can strike there. Throws
// unknown_name.
bool can_play(const performer_words& words, const scenario& s);

// The words for BY where S is played.
performer_words words_for(const performer& by, const scenario& s);

}  // namespace onceproof::scenarios
