// Faults in words, for people.
#pragma once

#include "faults/plan.hpp"

#include <string>

namespace onceproof::faults {

// "the response to attempt 1 of pay-1 is lost", "api-1 is killed after its 'db commit' (2) for
// attempt 1 of pay-1, and starts again after 20 ms".
std::string in_words(const fault& f);

}  // namespace onceproof::faults
