// For tests: runs to explore.
#pragma once

#include "explore/recording.hpp"
#include "explore/what_if.hpp"
#include "scenarios/names.hpp"

#include <string>

namespace onceproof::explore::testing {

// Of a seed, or calm.
inline scenarios::trial trial_of(const std::string& scenario, const std::string& without = "") {
    const scenarios::scenario& s = scenarios::scenario_named(scenario);
    return calm(s, scenarios::implementation_named({"", without, false}, s));
}

// The first row that says so; 0 if none does.
inline event_number row_with(const recording& r, sim::event_kind what) {
    for (const event_number row : r.rows()) {
        if (r.event(row).kind == what) {
            return row;
        }
    }
    return 0;
}

}  // namespace onceproof::explore::testing
