// What this build has to run, as a results file keeps it: so that a report can be made by another
// build, and names what was not run as well.
#pragma once

#include "reports/evidence.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace onceproof::reports {

catalogue catalogue_of_this_build();

// What SCHEMA keeps unique: "records: PRIMARY KEY (tenant, operation, key)". Row numbers are not
// told. Throws store_error if SQLite does not take it.
std::vector<std::string> constraints_of(const std::string& schema);

}  // namespace onceproof::reports
