// A scenario: a situation to be run. Each is a TOML file (scenarios/scenario_toml.hpp).
#pragma once

#include "designs/subject.hpp"
#include "faults/kind.hpp"
#include "faults/plan.hpp"
#include "faults/strategies/swarm.hpp"
#include "scenarios/needs.hpp"
#include "scenarios/roles/observations.hpp"
#include "scenarios/workload.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::scenarios {

class run_facts;

// How much of a scenario is run how often. Each is a folder.
enum class tier : std::uint8_t {
    fast,      // at every occasion, with many seeds
    slow,      // costs more: fewer seeds
    rare,      // costs most
    negative,  // must fail: shows that the alarm is alive
};

std::optional<tier> tier_named(std::string_view folder);

struct scenario {
    std::string name;     // "lost-answer"
    std::string summary;  // one sentence
    tier in = tier::slow;
    std::uint64_t position = UINT64_MAX;  // in the catalogue; those without one come last
    workload work;
    workload (*work_of)(std::uint64_t seed) = nullptr;  // of the run of a seed, instead of `work`
    faults::plan plan;                                  // what goes wrong in the run of each seed
    faults::swarm_options swarm;                        // how much a seed adds to that
    std::vector<goal> must_reach;     // at least once in all the runs of a gate; at most 64
    designs::implementation usual{};  // runs where nothing else is said
    std::vector<const scenario_need*> needs{};  // of what runs it

    // Faults stop when nothing is left to happen, at this time of the run at the latest. Then what
    // is broken is mended, and everybody must come to rest within `settles_within`.
    sim::duration faults_stop = std::chrono::minutes(2);
    sim::duration settles_within = std::chrono::minutes(2);

    // Processes that are gone for good then: the rest, the core, must do without. One server at
    // least is in the core.
    std::vector<std::string> lost_for_good{};

    // Of a user's: where it was read from, and the SHA-256 of that; empty: it is of this build.
    std::string file{};
    std::string digest{};

    // Whether it suits that subject, which can be asked for all that its clients want.
    bool suits(const designs::subject& s) const;

    // Whether a server of W is in the core: otherwise nobody could be asked in the end.
    bool leaves_a_server(const workload& w) const {
        return std::ranges::any_of(w.servers, [this](const server_work& s) {
            return std::ranges::find(lost_for_good, s.name) == lost_for_good.end();
        });
    }
};

// All that a gate runs, in the order in which they are worth reading.
std::span<const scenario> all();

// Those, those that must fail, and the user's. nullptr if there is none of that name.
const scenario* find(std::string_view name);

// It must fail: it shows that the way from fault to finding to the line that runs it again is
// alive. Not among all().
const scenario& canary();

}  // namespace onceproof::scenarios
