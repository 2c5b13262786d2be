// Where a design that is not exactly-once is open: the points of a single charge at which one kill,
// one loss of power or one loss of a message makes it break a rule of safety.
//
// A window is a stretch of such points without a gap, in the order in which the calm run meets them
// in nominal timing; points at which none of these can be injected are passed over. It lasts from
// when its first point is met until the one after its last is: a bound from above, since what kills
// a process once it has acted does so within.
#pragma once

#include "designs/subject.hpp"
#include "sim/fault_injector.hpp"
#include "sim/time/time.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace onceproof::search {

struct window {
    std::string first;  // the name of a point
    std::string last;
    std::string from;  // what was said last before it opens: "CHARGES"
    std::string to;    // what is said first once it closes: "records the outcome"
    std::size_t points = 0;
    sim::duration span{};
    std::vector<faults::fault_kind> fault_kinds;  // what breaks the promise in it, each once
    std::string sentence;                         // how, for example

    friend bool operator==(const window&, const window&) = default;
};

std::vector<window> windows_of(const designs::subject& s);

// How a design stands one delay of what it asks of a system downstream, or of the answer.
struct lateness {
    sim::duration span{};
    std::size_t points = 0;           // that can be so late
    std::vector<std::string> breaks;  // the names of those at which that breaks a rule of safety

    friend bool operator==(const lateness&, const lateness&) = default;
};

// Delays of 1, 5, 10 and 30 seconds. Requires: S has a downstream.
std::vector<lateness> lateness_of(const designs::subject& s);

}  // namespace onceproof::search
