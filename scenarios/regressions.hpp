// Every counterexample that was ever found, as a plan that the reference implementation must
// survive.
//
// Each is a file in scenarios/regressions/ with one line why, and is built into the program. Users
// have folders of their own, for `onceproof run --regressions`.
#pragma once

#include "scenarios/campaign.hpp"

#include <string>
#include <vector>

namespace onceproof::scenarios {

struct regression {
    std::string name;  // "clock-set-back"
    std::string file;  // "scenarios/regressions/clock-set-back.json"
    std::string text;  // of that plan file
};

// Those that are built in.
const std::vector<regression>& regressions();

// Of ALL, those of that scenario. Throws faults::bad_document.
std::vector<regression> regressions_of(const scenario& s, const std::vector<regression>& all);

// Plays the one at the position that a "seed" says. The attachment names a point that the run never
// came to, if there is one: then the plan no longer applies.
play_factory play_regressions(std::vector<regression> which);

}  // namespace onceproof::scenarios
