// A moment, as text for a terminal.
#pragma once

#include "explore/moment.hpp"

#include <string>

namespace onceproof::explore {

// PART: one of actors, messages, timers, clients, db, oracle; empty: all of these. Throws a refusal
// if it is something else. What comes from the code under test is escaped.
std::string in_text(const moment& m, const std::string& part);

}  // namespace onceproof::explore
