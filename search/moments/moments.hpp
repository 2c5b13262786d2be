// Moments of an attempt, as the points of an implementation, so that a scenario can say "between
// effect and answer" of any. A moment is a set of points of the attempt's course:
//
//     request arrives            what its client does, up to the request
//     before the effect          from the first point of the server, up to E
//     between effect and answer  from E, up to the answer
//     the answer is on its way   the answer
//     after                      the rest
//
// What acts before its point at E or at the answer, acts in the moment before; what acts
// after it, in the moment that begins there. What only lets time pass may be said of E in both.
//
// A run needs one point: that which the kind of fault picks (faults::kind::picks), or the one that
// the plan counts. A search of all plans runs the whole set.
#pragma once

#include "faults/kind.hpp"
#include "faults/plan.hpp"
#include "scenarios/scenario.hpp"
#include "search/moments/course.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::search {

// The names of all points of that moment that a fault of that kind can be injected, in order.
std::vector<std::string> points_of(const course& c, std::string_view moment,
                                   const faults::kind_row& k);

// The plan of S as BY is to run it: each moment has become a point. One that has none there keeps
// a name that no run meets.
faults::plan plan_for(const scenarios::scenario& s, const designs::implementation& by);

// That name.
std::string without_point(const faults::moment_of_attempt& when);

// Likewise of any plan of a run of S.
faults::plan with_points(const faults::plan& plan, const scenarios::scenario& s,
                         const designs::implementation& by, const scenarios::workload& work);

// A plan at all points of its moments.
struct moment_plans {
    std::vector<faults::plan>
        plans;                   // none if it names no moment; the first is that of with_points
    std::uint64_t left_out = 0;  // that there are beside these
};

inline constexpr std::size_t moment_plans_max = 200;

// The plan of S as BY is to run it, at all points of its moments: of each fault in turn, while the
// others act where with_points lets them. A fault whose plan counts a point has that one only.
moment_plans all_plans_for(const scenarios::scenario& s, const designs::implementation& by,
                           std::size_t plans_max = moment_plans_max);

}  // namespace onceproof::search
