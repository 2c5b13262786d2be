// A trial as a plan file: JSON that people read, edit and keep in git. Comments are allowed.
//
//     {
//       "onceproof_plan": 2,
//       "scenario": "lost-answer",        // or {"file": "own.toml", "digest": ...}: a user's own
//       "mutant": "key-per-attempt",      // or a "subject"; missing: the scenario's own
//       "seed": 7,                        // of benign randomness; missing: nominal timing;
//                                         // from 2^63 on in quotes
//       "workload": {...},                // see workload_json.hpp; missing: that of the scenario
//       "faults": [...]                   // see faults/plan_json.hpp
//     }
#pragma once

#include "scenarios/trial.hpp"

#include <string>
#include <string_view>

namespace onceproof::search {

inline constexpr std::uint64_t plan_file_version = 2;

// Reads version 1 as well (search/plan_file/plan_version_1.hpp). Throws base::bad_document. A
// scenario of a file is known from then on (scenarios/catalogue.hpp).
scenarios::trial read_trial(std::string_view text);

// Read again, it is the same trial.
std::string to_json(const scenarios::trial& t);

}  // namespace onceproof::search
