// Moments of an attempt, as the points of an implementation: learnt by playing it, so that a
// scenario can say "between effect and answer" of any.
//
// The implementation is played with nothing going wrong, and the systems of record are looked at
// after each step. E is the first point after which they show the effect. Then the moments are
//
//     request arrives            what its client does, up to the request
//     before the effect          from the first point of the server, up to E
//     between effect and answer  from E, up to the answer
//     the answer is on its way   the answer
//     after                      the rest
//
// What strikes before its point at E or at the answer, strikes in the moment before; what strikes
// after it, in the moment that begins there. What only lets time pass may be said of E in both.
#pragma once

#include "faults/kind.hpp"
#include "faults/plan.hpp"
#include "scenarios/scenario.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::search {

// The points of one attempt at one server, in the order in which a calm run meets them.
struct course {
    struct point {
        std::string name;
        sim::point_kind kind;
        bool of_server = false;  // the server is doing something of its own
    };

    static constexpr std::size_t nowhere = SIZE_MAX;

    std::vector<point> points;
    std::size_t first_of_server = nowhere;
    std::size_t effect = nowhere;  // E
    std::size_t answer = nowhere;  // the first one
    // Who dies right after this one leaves a claim, which holds up the next attempt for a lease.
    std::size_t claim = nowhere;
};

// Of the intact design of BY, in what S lets happen. Kept for the next time.
const course& course_of(const scenarios::scenario& s, const designs::performer& by,
                        const scenarios::workload& work, const faults::moment_of_attempt& when);

// The names of all points of that moment that a fault of that kind can strike, in order.
std::vector<std::string> points_of(const course& c, std::string_view moment, const faults::kind& k);

// The plan of S as BY is to play it: each moment has become a point. One that has none there keeps
// a name that no run meets.
faults::plan plan_for(const scenarios::scenario& s, const designs::performer& by);

// That name.
std::string without_point(const faults::moment_of_attempt& when);

// Likewise of any plan of a run of S.
faults::plan with_points(const faults::plan& plan, const scenarios::scenario& s,
                         const designs::performer& by, const scenarios::workload& work);

}  // namespace onceproof::search
