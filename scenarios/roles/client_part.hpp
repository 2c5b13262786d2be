// The clients' part of a workload, as JSON and made smaller. For client.cpp.
#pragma once

#include "base/document.hpp"
#include "scenarios/roles/actor_names.hpp"
#include "scenarios/workload.hpp"

#include <string>
#include <vector>

namespace onceproof::scenarios {

// Reads the member "clients" of a workload. Throws base::bad_document. Requires: whom clients can
// ask is read.
void read_clients(const base::node& n, workload& to, actor_names& taken);

// Returns it on lines of its own, with a comma behind it.
std::string write_clients(const std::vector<client_work>& clients);

// Appends workloads with a client or a submission less, with fewer attempts, and with clients that
// start at once.
void add_with_fewer_submissions(const workload& whole, std::vector<workload>& to);

}  // namespace onceproof::scenarios
