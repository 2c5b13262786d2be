// A proxy before the servers that sends again what is not answered, on a host of its own.
#pragma once

#include "scenarios/roles/role.hpp"

#include <string_view>

namespace onceproof::scenarios {

inline constexpr std::string_view proxy_name = "proxy";

// Its part of a workload.
struct proxy_work {
    bool stands_there = false;

    friend bool operator==(const proxy_work&, const proxy_work&) = default;
};

const role& proxy_role();

}  // namespace onceproof::scenarios
