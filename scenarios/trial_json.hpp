// A trial as a plan file: JSON that people read, edit and keep in git. Comments are allowed.
//
//     {
//       "onceproof_plan": 1,
//       "scenario": "lost-answer",
//       "mutant": "key-per-attempt",      // who plays; missing: the reference implementation
//       "seed": 7,                        // of benign randomness; missing: nominal timing;
//                                         // from 2^63 on in quotes
//       "workload": {...},                // see workload_json.hpp; missing: that of the scenario
//       "faults": [...]                   // see faults/plan_json.hpp
//     }
#pragma once

#include "faults/document.hpp"
#include "scenarios/trial.hpp"

#include <string>
#include <string_view>

namespace onceproof::scenarios {

inline constexpr std::uint64_t plan_file_version = 1;

// Throws faults::bad_document.
trial read_trial(std::string_view text);

// Read again, it is the same trial.
std::string to_json(const trial& t);

}  // namespace onceproof::scenarios
