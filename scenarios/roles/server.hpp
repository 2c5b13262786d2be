// The servers under test: processes on one host that share a database.
#pragma once

#include "designs/role_names.hpp"
#include "scenarios/roles/role.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace onceproof::scenarios {

using designs::server_name;
inline constexpr std::string_view servers_host = "api";

// The names of the servers in the order of the alphabet.
std::vector<std::string> servers_by_name(const workload& work);

const role& server_role();

}  // namespace onceproof::scenarios
