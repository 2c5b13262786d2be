// Runs every plan with at most K faults, each exactly once.
//
// A run meets points in an order. A plan is extended at the points that its own run met after its
// last fault, or at the same point with a later alternative. Until its last fault a run is that of
// the plan without it, so every plan has one order in which it is built, and is built in no other.
//
// A fault that found nothing to act on left the whole state of the run as it was, and so its run is
// that of the plan without it: that plan is run once, to learn this, and never extended, because
// each of its extensions equals one that is run without that fault. And of power cuts that leave
// the same files behind one is run (faults/strategies/power_cut_pruner.hpp). No other plan is
// skipped: nobody can compare the frames of coroutines, so no other two states are known to be
// equal.
#pragma once

#include "faults/kind.hpp"
#include "faults/strategies/plan_search.hpp"

#include <cstddef>
#include <vector>

namespace onceproof::faults {

class exhaustive final : public plan_search {
public:
    // Requires: SPACE outlives this.
    exhaustive(const fault_space& space, std::size_t faults_max, run_function run);

    // The plans with one fault, in order. Runs the calm run.
    std::size_t roots() override;
    void explore(std::size_t root) override;

private:
    // An alternative at a point, by their positions.
    struct position {
        std::size_t point = 0;
        std::size_t alternative = 0;  // among all of the space
    };

    // An alternative of the space.
    struct choice {
        const kind_row* kind;
        const fault_spec* fault;
    };

    run_seen run_plan();
    void extend(const run_seen& seen, position from);
    bool is_to_be_run(const run_seen& parent, position at);
    void run_child(const run_seen& parent, position at);

    std::size_t faults_max_;
    std::vector<choice> choices_;  // all alternatives of all kinds
    fault_schedule plan_;
    run_seen calm_;
    std::vector<position> roots_;
};

}  // namespace onceproof::faults
