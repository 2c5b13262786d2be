// The answer to the first attempt is lost after the charge was made; the client tries again.
#pragma once

#include "scenarios/scenario.hpp"

namespace onceproof::scenarios {

scenario lost_answer();

}  // namespace onceproof::scenarios
