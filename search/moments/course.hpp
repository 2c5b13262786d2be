// The course of an attempt: the points at which an implementation can be injected in it, and where
// among them its effect is. It is learnt by running the implementation.
//
// The implementation is run with nothing going wrong, and the systems of record are looked at
// after each step. E is the first point after which they show the effect.
#pragma once

#include "faults/plan.hpp"
#include "scenarios/scenario.hpp"

#include <cstddef>
#include <cstdint>
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
const course& course_of(const scenarios::scenario& s, const designs::implementation& by,
                        const scenarios::workload& work, const faults::moment_of_attempt& when);

// The attempt that is run to learn of: the others go the same way.
std::string first_attempt(std::string_view attempt);

// Who asks whom in an attempt.
struct parties {
    std::string client;
    std::string server;
};

// The first client that wants it done there, or anywhere.
parties parties_of(const scenarios::workload& work, const faults::moment_of_attempt& when);

}  // namespace onceproof::search
