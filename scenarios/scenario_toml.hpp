// Scenarios as TOML that people read and edit. docs/scenarios.md explains each line.
//
//     summary = "The answer is lost after the charge was made; the client tries again."
//     about = ["answer-lost-after-effect", "replayed"]
//
//     [workload]
//     servers = ["api-1"]
//     clients = [{ name = "client", submissions = [{ intent = 1 }] }]
//
//     [[faults]]
//     point = "intent-1/attempt-1/client>api/response"
//     fault = "silence"
//
// A workload and faults are as in plan files (search/plan_file/trial_json.hpp,
// faults/plan_json.hpp).
#pragma once

#include "scenarios/scenario.hpp"

#include <string_view>

namespace onceproof::scenarios {

// The scenario of that NAME, in that tier. Throws base::bad_document.
scenario read_scenario(std::string_view name, tier of, std::string_view text);

}  // namespace onceproof::scenarios
