// The tables of a results file. What the columns mean is said in evidence.hpp.
//
// Seeds are 64 bits without a sign, SQLite's integers have one: those from 2^63 on are negative
// here.
#pragma once

#include <cstdint>
#include <span>

namespace onceproof::reports {

class store;

// In PRAGMA application_id: "once".
inline constexpr int results_application_id = 0x6f6e6365;

// In searches.faults_max: the plans were those around deadlines.
inline constexpr std::int64_t around_deadlines = -1;

// Step i leads from version i, in PRAGMA user_version, to i + 1; from nothing to the first. A step
// that has been released is never changed: a change is one step more.
std::span<const char* const> schema_steps();

// Whether IN is a results file of the last version.
bool is_current(store& in);

// Brings IN to the last version, in one transaction. Throws store_error: it is no results file, or
// one of a version that is not among STEPS yet.
void migrate(store& in, std::span<const char* const> steps);

}  // namespace onceproof::reports
