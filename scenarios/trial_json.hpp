// A trial as a plan file: JSON that people read, edit and keep in git. Comments are allowed.
//
//     {
//       "onceproof_plan": 1,
//       "scenario": "lost-answer",        // or, of a user's own, {"file": "own.toml", "digest":
//       ...} "mutant": "key-per-attempt",      // who plays; missing: the reference implementation
//       "seed": 7,                        // of benign randomness; missing: nominal timing;
//                                         // from 2^63 on in quotes
//       "workload": {...},                // missing: that of the scenario
//       "faults": [...]                   // see faults/plan_json.hpp
//     }
//
// A workload:
//
//     {"servers": ["api-1"], "attempts_max": 8, "clients": [
//        {"name": "client", "start": "5ms", "errands": [
//           {"intent": 1, "at": "api-1", "key": "form-1", "other_body": true, "tenant": "shop"}]}]}
#pragma once

#include "faults/document.hpp"
#include "scenarios/trial.hpp"

#include <string>
#include <string_view>

namespace onceproof::scenarios {

inline constexpr std::uint64_t plan_file_version = 1;

// Throws faults::bad_document. A scenario of a file is known from then on
// (scenarios/catalogue.hpp).
trial read_trial(std::string_view text);

// Read again, it is the same trial.
std::string to_json(const trial& t);

// The part of a plan file that says who is there and what they want. Throws faults::bad_document.
workload read_workload(const faults::node& n);

}  // namespace onceproof::scenarios
