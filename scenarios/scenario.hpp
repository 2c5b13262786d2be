// A scenario: a situation to be played, as prose in one file each.
#pragma once

#include "faults/kind.hpp"
#include "faults/plan.hpp"
#include "faults/swarm.hpp"
#include "scenarios/subject.hpp"
#include "scenarios/workload.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace onceproof::scenarios {

class happenings;

// What a scenario is about, and whether it happened in a run.
struct mark {
    std::string_view name;  // "the answer was lost after the effect"
    bool (*reached)(const happenings&);
};

struct scenario {
    std::string_view name;     // "lost-answer"
    std::string_view summary;  // one sentence
    workload work;
    workload (*work_of)(std::uint64_t seed) = nullptr;  // of the run of a seed, instead of `work`
    faults::plan plan;                                  // what goes wrong in the run of each seed
    faults::swarm_options swarm;                        // how much a seed adds to that
    std::vector<mark> must_reach;             // at least once in all the runs of a gate; at most 64
    performer usual{};                        // plays where nothing else is said
    bool (*suits)(const subject&) = nullptr;  // which subjects can play it; without it, all

    // Faults stop when nothing is left to happen, at this time of the run at the latest. Then what
    // is broken is mended, and everybody must come to rest within `settles_within`.
    sim::duration faults_stop = std::chrono::minutes(2);
    sim::duration settles_within = std::chrono::minutes(2);

    // Processes that are gone for good then: the rest, the core, must do without. One server at
    // least is in the core.
    std::vector<std::string_view> lost_for_good{};

    // Whether it suits that subject, which can be asked for all that its clients want.
    bool can_be_played_by(const subject& s) const;

    // Whether a server of W is in the core: otherwise nobody could be asked in the end.
    bool leaves_a_server(const workload& w) const {
        return std::ranges::any_of(w.servers, [this](const server_work& s) {
            return std::ranges::find(lost_for_good, s.name) == lost_for_good.end();
        });
    }
};

// All that a gate plays, in the order in which they are worth reading.
std::span<const scenario> all();

// Those and the canary. nullptr if there is none of that name.
const scenario* find(std::string_view name);

// It must fail: it shows that the way from fault to finding to the line that plays it again is
// alive. Not among all().
const scenario& canary();

}  // namespace onceproof::scenarios
