// The scenarios, each in the file of its name.
#pragma once

#include "scenarios/scenario.hpp"

namespace onceproof::scenarios {

scenario same_request_twice();
scenario lost_answer();
scenario two_at_once();
scenario killed_before_answer();
scenario other_body();
scenario busy_shop();
scenario canary_scenario();

}  // namespace onceproof::scenarios
