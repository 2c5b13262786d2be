// The whole design beside a mutant of it: what the mutant breaks in a run in which the whole one
// breaks as well proves nothing. A design that is kept as an example breaks in places of its own
// accord, and no plan of another may turn out to break it.
#pragma once

#include "scenarios/scenario.hpp"
#include "search/runner.hpp"

#include <memory>

namespace onceproof::search {

class intact_baseline {
public:
    // Requires: s outlives this.
    intact_baseline(const scenarios::scenario& s, const designs::implementation& by);

    // Whether the baseline breaks something in that run. Of what is no mutant: never.
    bool breaks(const scenarios::trial& run);
    bool breaks(const faults::fault_schedule& plan, const scenarios::workload& work);

private:
    runner& whole();

    const scenarios::scenario* scenario_;
    designs::implementation whole_;
    bool is_of_mutant_;
    std::unique_ptr<runner> runner_;  // made when it is needed: few plans break anything
};

}  // namespace onceproof::search
