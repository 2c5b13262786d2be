// A plan: what goes wrong in a run, point by point. What it does not list takes the dull default,
// so the empty plan is the calm run.
#pragma once

#include "faults/fault_spec.hpp"
#include "sim/trace/point.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::faults {

// The moments of an attempt, as plans spell them, in the order in which they come.
namespace moments {

inline constexpr std::string_view request_arrives = "request arrives";
inline constexpr std::string_view before_effect = "before the effect";
inline constexpr std::string_view before_answer = "between effect and answer";
inline constexpr std::string_view answer_on_its_way = "the answer is on its way";
inline constexpr std::string_view after = "after";

inline constexpr std::array all{request_arrives, before_effect, before_answer, answer_on_its_way,
                                after};

}  // namespace moments

// Where a fault acts, told by what is seen of an attempt from outside: a set of points, which
// ones is learnt from the implementation (search/moments/moments.hpp).
struct moment_of_attempt {
    std::string moment{};   // one of moments::all; empty: the fault names its point
    std::string attempt{};  // "intent-1/attempt-1"
    std::string at{};       // the server; empty: the one that is asked first
    std::uint32_t nth = 0;  // of its points, from 1; 0: the one that suits the kind best

    friend bool operator==(const moment_of_attempt&, const moment_of_attempt&) = default;
};

// What goes wrong at one point. Of several at one point, those that come first in the plan are
// injected first.
struct planned_fault {
    planned_fault(std::string_view point_name, const fault_spec& d, std::string_view end = {})
        : point(point_name), fault(d), until(end) {
        fault.until = end.empty() ? 0 : sim::point_id(end);
    }

    std::string
        point;  // "intent-1/attempt-1/client>api/response"; empty: not known yet, see `when`
    fault_spec fault;
    std::string until;  // of a partition: the point that ends it
    moment_of_attempt when{};

    friend bool operator==(const planned_fault&, const planned_fault&) = default;
};

using plan = std::vector<planned_fault>;

// A fault as a run needs it: its point has no name yet, or none any more.
struct scheduled_fault {
    scheduled_fault(std::uint64_t point, const fault_spec& d) : at(point), fault(d) {}

    std::uint64_t at;  // the id of its point
    fault_spec fault;

    friend bool operator==(const scheduled_fault&, const scheduled_fault&) = default;
};

using fault_schedule = std::vector<scheduled_fault>;

fault_schedule schedule_of(const plan& p);

// What kind of point a name stands for.
sim::point_kind kind_of_point(std::string_view name);

}  // namespace onceproof::faults
