// The whole design beside a mutant of it. One that is kept as an example breaks in places of its
// own accord: what its mutant breaks in a run in which the twin breaks as well proves nothing.
#pragma once

#include "scenarios/scenario.hpp"
#include "search/player.hpp"

#include <memory>

namespace onceproof::search {

class intact_twin {
public:
    // Requires: s outlives this.
    intact_twin(const scenarios::scenario& s, const designs::performer& by);

    // Whether the twin breaks something in that run. Of what is no mutant, or of a design that is
    // exactly-once and so has no excuse: never.
    bool breaks(const scenarios::trial& run);
    bool breaks(const faults::strikes& plan, const scenarios::workload& work);

private:
    std::unique_ptr<player> whole_;
};

}  // namespace onceproof::search
