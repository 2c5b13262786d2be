// The system downstream that holds the effect, for subjects that have one: model/acquirer.hpp, on a
// host of its own.
#pragma once

#include "scenarios/roles/role.hpp"
#include "sim/time.hpp"

#include <string_view>

namespace onceproof::scenarios {

inline constexpr std::string_view downstream_name = "downstream";
inline constexpr std::string_view downstream_host = "acquirer";

// Its part of a workload.
struct downstream_work {
    sim::duration lag{};   // a look-up does not see what is younger
    sim::duration span{};  // how long it takes for what it is asked

    friend bool operator==(const downstream_work&, const downstream_work&) = default;
};

const role& downstream_role();

}  // namespace onceproof::scenarios
