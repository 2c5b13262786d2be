// The whole design beside a mutant of it. One that is kept as an example breaks in places of its
// own accord: what its mutant breaks in a run in which the twin breaks as well proves nothing.
#pragma once

#include "scenarios/player.hpp"
#include "scenarios/scenario.hpp"

#include <memory>

namespace onceproof::scenarios {

class intact_twin {
public:
    // Requires: s outlives this.
    intact_twin(const scenario& s, const performer& by);

    // Whether the twin breaks something in that run. Of what is no mutant, or of a design that is
    // exactly-once and so has no excuse: never.
    bool breaks(const trial& run);
    bool breaks(const faults::strikes& plan, const workload& work);

private:
    std::unique_ptr<player> whole_;
};

}  // namespace onceproof::scenarios
