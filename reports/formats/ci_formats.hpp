// The evidence for machines: JUnit XML for CI servers, annotations for GitHub, JSON for other
// programs. docs/report.md says what each holds. All are the same, byte for byte, for the same
// evidence.
#pragma once

#include "reports/evidence.hpp"

#include <string>

namespace onceproof::reports {

// Suites of scenarios, guards and whole designs. What broke is a failure, what was not shown an
// error. What was not run at all is skipped.
std::string to_junit(const evidence& e);

// Workflow commands, one for each distinct finding (`::error`), and each scenario that was not
// shown to hold (`::warning`).
std::string to_annotations(const evidence& e);

// One document a line.
std::string to_json_lines(const evidence& e);

// Of to_json_lines; members may be added without a new version.
inline constexpr int evidence_schema_version = 2;

}  // namespace onceproof::reports
