// What can be observed of a run at the boundary of an implementation: by its clients, on the
// network, in the systems of record, and of processes that start and die. A scenario names those
// that it is about, so that it asks the same of every implementation, whatever that says of itself.
#pragma once

#include "model/contract/contract.hpp"
#include "model/oracle/history.hpp"
#include "scenarios/roles/run_facts.hpp"
#include "scenarios/workload.hpp"

#include <span>
#include <string>
#include <string_view>

namespace onceproof::scenarios {

// A run that has ended, to be looked at. All that it refers to outlives it.
struct observed_run {
    const run_facts& facts;
    const model::history& history;
    const model::contract& promised;
    const workload& work;
};

// `answered NNN` is observed of the status NNN; no other one needs a status.
struct observation {
    std::string_view name;      // "answer-lost-after-effect"
    std::string_view sentence;  // "the answer was lost after the effect"
    bool (*is_seen_in)(const observed_run&, unsigned status);
};

// All, in the order in which they are listed.
std::span<const observation> observations();

// An observation that a scenario is about.
struct goal {
    const observation* observed;
    unsigned status = 0;
    std::string name;  // its sentence: "an attempt was answered 503"

    bool reached(const observed_run& r) const { return observed->is_seen_in(r, status); }
};

// The one of that name, such as "replayed" or "answered 503". Throws std::invalid_argument, with a
// sentence that has a near match, if there is none.
goal goal_named(std::string_view name);

}  // namespace onceproof::scenarios
