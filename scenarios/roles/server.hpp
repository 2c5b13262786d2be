// The servers under test: processes on one host that share a database.
#pragma once

#include "scenarios/roles/role.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace onceproof::scenarios {

inline constexpr std::string_view server_name = "server";
inline constexpr std::string_view servers_host = "api";

// The names of the servers in the order of the alphabet.
std::vector<std::string> servers_by_name(const workload& work);

const role& server_role();

}  // namespace onceproof::scenarios
