// Faults that a seed chooses, the way of swarm testing (A. Groce et al., "Swarm Testing", ISSTA
// 2012): each seed first draws which kinds are on at all, how often each is injected and for how
// long, and then draws at each point. So one seed loses every other message and kills nobody, and
// the next kills often and loses nothing: some faults are found only where others do not get in
// their way.
//
// Each answer is drawn for its point and kind alone, so that taking one fault away leaves the draws
// at all other points as they were.
#pragma once

#include "faults/injector.hpp"
#include "faults/kind.hpp"
#include "sim/random.hpp"

#include <cstdint>
#include <vector>

namespace onceproof::faults {

struct swarm_options {
    std::uint32_t faults_max = 2;  // in one run; 0: none
    // Each kind begins to be injected before so much of a run has passed, and is over after as much
    // again.
    sim::duration span = std::chrono::seconds(2);
    sim::ratio kind_is_on = {1, 3};
};

class swarm final : public strategy {
public:
    // Requires: SPACE outlives this.
    swarm(const fault_space& space, const swarm_options& options, std::uint64_t seed);

    void choose(const sim::point& where, sim::time_point now,
                std::vector<fault_spec>& out) override;

private:
    // A kind that is on in this run.
    struct active {
        const kind_row* kind;
        sim::ratio rate;
        sim::time_point from;
        sim::time_point until;
    };

    const swarm_options options_;
    std::uint64_t seed_;
    std::uint32_t chosen_ = 0;
    std::vector<active> active_;
};

}  // namespace onceproof::faults
