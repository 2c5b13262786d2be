// See charge_faults.hpp.
#include "designs/charge_faults.hpp"

#include "model/contract/contracts.hpp"

#include <algorithm>

namespace onceproof::designs {

using namespace std::chrono_literals;
using faults::disturbance;
using faults::harm;

namespace {

void add_words_of_the_protocol(faults::fault_space& space) {
    const model::contract& by = *model::find_contract("strict");
    const auto late = by.retry.attempt_timeout + 100ms;
    add(space, {"past the timeout", disturbance(harm::delay, late)});
    add(space, {"past the timeout", disturbance(harm::partition, late)});
    add(space, {"past the lease", disturbance(harm::pause, by.lease + 500ms)});
    add(space, {"past the retention", disturbance(harm::clock_jump, by.retention + 1h)});
}

}  // namespace

const faults::fault_space& charge_faults() {
    static const faults::fault_space all = [] {
        faults::fault_space space = faults::world_faults();
        add_words_of_the_protocol(space);
        return space;
    }();
    return all;
}

const faults::fault_space& known_faults() {
    static const faults::fault_space all = [] {
        faults::fault_space space = faults::all_kinds();
        add_words_of_the_protocol(space);
        return space;
    }();
    return all;
}

const faults::fault_space& punctual_faults() {
    static const faults::fault_space some = [] {
        faults::fault_space space = charge_faults();
        std::erase_if(space, [](const faults::kind& k) { return k.what == harm::clock_jump; });
        return space;
    }();
    return some;
}

const faults::fault_space& gentle_faults() {
    static const faults::fault_space some = faults::only(
        faults::world_faults(), {harm::overtaken, harm::delay, harm::trickle, harm::pause});
    return some;
}

}  // namespace onceproof::designs
