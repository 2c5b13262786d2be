// Plans as JSON that people read and edit.
//
//     [
//       {"point": "intent-1/attempt-1/client>api/response", "fault": "silence"},
//       {"point": "intent-1/attempt-2/client>api/request", "fault": "delay", "span": "400ms"},
//       {"point": "intent-1/attempt-2/api-1/db commit#2", "fault": "kill after", "restart":
//       "20ms"},
//       {"point": "intent-2/attempt-1/client>api/connect", "fault": "partition",
//        "until": "intent-2/attempt-2/client>api/connect"},
//       {"point": "intent-2/attempt-2/api-1/file sync journal", "fault": "power cut",
//        "restart": "20ms", "survives": "all but -1"},
//       {"point": "intent-3/attempt-1/api-1/file write wal", "fault": "disk full", "lasting":
//       true},
//       {"moment": "between effect and answer", "attempt": "intent-1/attempt-1", "fault": "kill
//       before"}
//     ]
//
// The kinds of faults, and what each does, are listed by `onceproof list faults`. A span is a whole
// number with a unit (ns, us, ms, s, min, h), or one of the words of its kind, "past the timeout";
// all spans of a plan together are at most 1000 days.
// Instead of a point a fault may name a moment of an attempt, and then "at", a server, and "nth",
// which of the points of that moment (search/moments/moments.hpp). With a point beside it, that is
// where. Without a restart, what died starts again when faults stop; without a span and an end, so
// does a partition end. Of a power-off "survives" says what does of that which was not synced, in
// the words of sim/disk/survival.hpp; without it nothing does. What is "lasting" goes on until
// faults stop.
#pragma once

#include "base/document.hpp"
#include "faults/kind.hpp"
#include "faults/plan.hpp"

#include <string>

namespace onceproof::faults {

// The plan in LIST. Throws bad_document.
plan read_plan(const base::node& list, const fault_space& space);

// One line, without a line's end.
std::string to_json(const planned_fault& f);

}  // namespace onceproof::faults
