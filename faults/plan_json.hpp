// Plans as JSON that people read and edit.
//
//     [
//       {"point": "pay-1/attempt-1/client>api/response", "fault": "silence"},
//       {"point": "pay-1/attempt-2/client>api/request", "fault": "delay", "span": "400ms"},
//       {"point": "pay-1/attempt-2/api-1/db commit#2", "fault": "kill after", "restart": "20ms"},
//       {"point": "pay-2/attempt-1/client>api/connect", "fault": "partition",
//        "until": "pay-2/attempt-2/client>api/connect"},
//       {"point": "pay-2/attempt-2/api-1/file sync journal", "fault": "power cut",
//        "restart": "20ms", "survives": "all but -1"},
//       {"point": "pay-3/attempt-1/api-1/file write wal", "fault": "disk full", "lasting": true},
//       {"moment": "between effect and answer", "attempt": "pay-1/attempt-1", "fault": "kill
//       before"}
//     ]
//
// The kinds of faults, and what each does, are listed by `onceproof list faults`. A span is a whole
// number with a unit (ns, us, ms, s, min, h), or one of the words of its kind, "past the timeout";
// all spans of a plan together are at most 1000 days.
// Instead of a point a fault may name a moment of an attempt, and then "at", a server, and "nth",
// which of the points of that moment (scenarios/moments.hpp). With a point beside it, that is
// where. Without a restart, what died starts again when faults stop; without a span and an end, so
// does a partition end. Of a power-off "survives" says what does of that which was not synced, in
// the words of sim/survival.hpp; without it nothing does. What is "lasting" goes on until faults
// stop.
#pragma once

#include "faults/document.hpp"
#include "faults/kind.hpp"
#include "faults/plan.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::faults {

// The plan in LIST. Throws bad_document.
plan read_plan(const node& list, const fault_space& space);

// One line, without a line's end.
std::string to_json(const fault& f);

// "20ms": exact, in the largest unit that is.
std::string span_text(sim::duration span);

// --- For readers of other documents ---

// The string, whole number, list or object at N, which is called WHAT. Throws bad_document if it is
// something else.
const std::string& text_of(const node& n, std::string_view what);
std::uint64_t number_of(const node& n, std::string_view what, std::uint64_t most);
const std::vector<node>& items_of(const node& n, std::string_view what);

// Throws bad_document if N is no object or has a member that is none of these.
void expect_members(const node& n, std::string_view what,
                    std::initializer_list<std::string_view> known);

// The member of that name. Throws bad_document if there is none.
const node& need(const node& n, std::string_view what, std::string_view member);

sim::duration span_of(const node& n, std::string_view what);

[[noreturn]] void refuse(const node& at, const std::string& sentence);

}  // namespace onceproof::faults
