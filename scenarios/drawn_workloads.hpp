// Workloads that each seed draws anew: what a file of a scenario can only name.
#pragma once

#include "scenarios/workload.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace onceproof::scenarios {

struct drawn_workload {
    std::string_view name;  // "busy-shop"
    workload (*of_seed)(std::uint64_t seed);
};

std::span<const drawn_workload> drawn_workloads();

}  // namespace onceproof::scenarios
