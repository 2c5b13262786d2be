// The system downstream that holds the effect, for subjects that have one:
// designs/beside/downstream.hpp, on a host of its own.
#pragma once

#include "designs/role_names.hpp"
#include "scenarios/roles/role.hpp"
#include "sim/time/time.hpp"

#include <string_view>

namespace onceproof::scenarios {

using designs::downstream_name;
inline constexpr std::string_view downstream_host = "downstream";

// Its part of a workload.
struct downstream_work {
    sim::duration lag{};   // a look-up does not see what is younger
    sim::duration span{};  // how long it takes for what it is asked

    friend bool operator==(const downstream_work&, const downstream_work&) = default;
};

const role& downstream_role();

}  // namespace onceproof::scenarios
