// Every counterexample that was ever found, as a plan that the reference implementation must
// survive.
//
// Each is a file in scenarios/regressions/ with one line why, and is built into the program.
#pragma once

#include "scenarios/campaign.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::scenarios {

struct regression {
    std::string_view name;  // "clock-set-back"
    std::string_view text;  // the plan file
};

std::span<const regression> regressions();

// Those of that scenario.
std::vector<const regression*> regressions_of(const scenario& s);

// Plays the one at the position that a "seed" says. The attachment names a point that the run never
// came to, if there is one: then the plan no longer applies.
play_factory play_regressions(std::vector<const regression*> which);

}  // namespace onceproof::scenarios
