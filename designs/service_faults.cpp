// See service_faults.hpp.
#include "designs/service_faults.hpp"

#include "model/contract/contracts.hpp"

#include <algorithm>

namespace onceproof::designs {

using namespace std::chrono_literals;
using faults::fault_kind;
using faults::fault_spec;

namespace {

void add_words_of_the_protocol(faults::fault_space& space) {
    const model::contract& by = *model::find_contract("strict");
    const auto late = by.retry.attempt_timeout + 100ms;
    add(space, {"past the timeout", fault_spec(fault_kind::delay, late)});
    add(space, {"past the timeout", fault_spec(fault_kind::partition, late)});
    add(space, {"past the lease", fault_spec(fault_kind::pause, by.lease + 500ms)});
    add(space, {"past the retention", fault_spec(fault_kind::clock_jump, by.retention + 1h)});
}

}  // namespace

const faults::fault_space& service_faults() {
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
        faults::fault_space space = service_faults();
        std::erase_if(space,
                      [](const faults::kind_row& k) { return k.number == fault_kind::clock_jump; });
        return space;
    }();
    return some;
}

const faults::fault_space& gentle_faults() {
    static const faults::fault_space some = faults::only(
        faults::world_faults(),
        {fault_kind::overtaken, fault_kind::delay, fault_kind::trickle, fault_kind::pause});
    return some;
}

}  // namespace onceproof::designs
