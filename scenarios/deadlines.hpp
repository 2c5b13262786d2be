// Brings what a run does to the very moments at which something in it runs out: one nanosecond
// before, at, and one after. A comparison that is off by one, or two events at one time in an order
// that nobody thought of, shows there and nowhere else.
//
// The run is that of the scenario's own plan in nominal timing. In it something runs out when a
// timer fires, and when so long has passed since an event as the contract says: after an attempt
// began its timeout, or the time for all attempts; after an attempt failed the pause of a circuit
// breaker; after a server did something for an attempt a lease, or the retention. Which of the
// events of a server a lease began with is not known, so that each of them is taken for it.
//
// To that plan one fault is added. A message or a connection comes so much later that one of the
// events which followed from it in the same attempt happens at such a moment; or, for what is
// judged by the wall clock, that clock jumps so far ahead before a step of a server.
#pragma once

#include "scenarios/player.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace onceproof::scenarios {

// A fault after which a rule was broken.
struct untimely {
    faults::fault added;
    std::string why;  // one sentence
};

struct around_deadlines {
    std::size_t deadlines = 0;   // moments at which something runs out
    std::size_t plans = 0;       // that bring something there, or just before, or just after; some
                                 // of them in two ways
    std::size_t played = 0;      // of these
    std::size_t behaviours = 0;  // different ones
    std::vector<untimely> broken{};
};

// Plays at most PLAYS_MAX of the plans, evenly chosen. Requires: can be played by BY.
around_deadlines play_around_deadlines(const scenario& s, const performer& by,
                                       std::size_t plays_max);

}  // namespace onceproof::scenarios
