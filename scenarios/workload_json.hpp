// A workload in a plan file. Each role reads and writes its own part (roles/role.hpp).
//
//     {"servers": ["api-1"], "attempts_max": 8, "clients": [
//        {"name": "client", "start": "5ms", "submissions": [
//           {"intent": 1, "at": "api-1", "key": "form-1", "other_body": true, "tenant": "shop"}]}]}
#pragma once

#include "base/document.hpp"
#include "scenarios/workload.hpp"

#include <string>

namespace onceproof::scenarios {

// Throws base::bad_document.
workload read_workload(const base::node& n);

// Read again, it is the same workload. What is as usual is left out.
std::string to_json(const workload& w);

}  // namespace onceproof::scenarios
