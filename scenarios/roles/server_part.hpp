// The servers' part of a workload, as JSON and made smaller. For server.cpp.
#pragma once

#include "base/document.hpp"
#include "scenarios/roles/actor_names.hpp"
#include "scenarios/workload.hpp"

#include <string>
#include <vector>

namespace onceproof::scenarios {

// Reads the member "servers" of a workload. Throws base::bad_document.
std::vector<server_work> read_servers(const base::node& n, actor_names& taken);

// Returns it, with a comma behind it.
std::string write_servers(const std::vector<server_work>& servers);

// Each appends workloads that are smaller by one server: gone, since no client asks it, or like
// any other.
void add_with_fewer_servers(const workload& whole, std::vector<workload>& to);
void add_with_plain_servers(const workload& whole, std::vector<workload>& to);

}  // namespace onceproof::scenarios
