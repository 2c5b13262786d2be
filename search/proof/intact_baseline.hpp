// The whole design beside a mutant of it. One that is kept as an example breaks in places of its
// own accord: what its mutant breaks in a run in which the baseline breaks as well proves nothing.
#pragma once

#include "scenarios/scenario.hpp"
#include "search/runner.hpp"

#include <memory>

namespace onceproof::search {

class intact_baseline {
public:
    // Requires: s outlives this.
    intact_baseline(const scenarios::scenario& s, const designs::implementation& by);

    // Whether the baseline breaks something in that run. Of what is no mutant, or of a design that
    // is exactly-once and so has no excuse: never.
    bool breaks(const scenarios::trial& run);
    bool breaks(const faults::fault_schedule& plan, const scenarios::workload& work);

private:
    std::unique_ptr<runner> whole_;
};

}  // namespace onceproof::search
