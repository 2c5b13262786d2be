// What people call scenarios and what runs in them: by name, with a near match for a misspelt one.
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
const designs::subject& subject_named(const std::string& name);
const designs::guard& guard_named(const std::string& name);

// The words by which a command names S: its name, or --scenario and its file.
std::string words_for(const scenario& s);

// What is to be tested, instead of the one that a scenario names.
struct implementation_words {
    std::string subject;  // empty: nobody else
    std::string without;  // a guard, or a mutant that lacks one; empty: whole

    bool disk_faults = false;         // disks may fail as well
    std::vector<std::string> only{};  // kinds of faults; none: whatever may go wrong

    // The words that say so again, with a space before each.
    std::string text() const;
};

// What runs S. Throws unknown_name, also if that implementation can't run S, or what is to go wrong
// can't go wrong there.
designs::implementation implementation_named(const implementation_words& words, const scenario& s);

// Whether one can run S at all, and all kinds that are named can be injected there. Throws
// unknown_name.
bool can_run(const implementation_words& words, const scenario& s);

// The words for BY where S is run.
implementation_words words_for(const designs::implementation& by, const scenario& s);

}  // namespace onceproof::scenarios
