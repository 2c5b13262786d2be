// Contracts as TOML that people read and edit. docs/contracts.md explains each line.
//
//     name = "in-house"
//     summary = "What our payment API promises."
//     source = "https://example.org/idempotency"
//
//     [expiry]
//     after = "7h"
//     answer = "told"
//
// What is missing is as in model/contract/contract.hpp; name, summary and source must be there. A
// duration is a whole number with a unit, as in plans (faults/plan_json.hpp).
#pragma once

#include "base/document.hpp"
#include "model/contract/contract.hpp"

#include <string>
#include <string_view>

namespace onceproof::model {

// Throws base::bad_document.
contract read_contract(std::string_view text);

// All of it, also what is as if it were missing. Requires: C could have been read.
std::string to_toml(contract c);

}  // namespace onceproof::model
