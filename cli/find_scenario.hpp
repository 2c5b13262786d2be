// A scenario by the name that the user gave.
#pragma once

#include "scenarios/scenario.hpp"

#include <string>

namespace onceproof::cli {

// nullptr if there is none of that name, which has then been said on standard error.
const scenarios::scenario* find_or_complain(const std::string& name);

}  // namespace onceproof::cli
