// The job that sweeps old records: a process on the host of the servers that runs once.
#pragma once

#include "scenarios/roles/role.hpp"
#include "sim/time/time.hpp"

#include <string_view>

namespace onceproof::scenarios {

inline constexpr std::string_view sweep_name = "sweep";

// Its part of a workload.
struct sweep_work {
    sim::duration at{};  // since the begin of the run; 0: never

    friend bool operator==(const sweep_work&, const sweep_work&) = default;
};

const role& sweep_role();

}  // namespace onceproof::scenarios
