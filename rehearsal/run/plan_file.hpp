// Plans of rehearsals as JSON that people read and edit.
//
//     {
//       "rehearsal": "payments-api",
//       "faults": [
//         {"point": "intent-1/attempt-1/api>acquirer/POST /charges", "fault": "kill after"}
//       ]
//     }
#pragma once

#include "base/document.hpp"
#include "rehearsal/run/fault_kind.hpp"

#include <string>
#include <string_view>

namespace onceproof::rehearsal {

// Throws base::bad_document, also if it is a plan for another service than that.
plan read_plan(std::string_view text, std::string_view service);

std::string to_json(const plan& p, std::string_view service);

// "kill after at intent-1/attempt-1/api>acquirer/POST /charges", or "nothing goes wrong".
std::string to_text(const plan& p);

}  // namespace onceproof::rehearsal
