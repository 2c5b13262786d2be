// While it stands, code under test runs in this very process: one that hangs or reaches for the
// real world ends the program with a clear sentence.
#pragma once

#include "sim/traps/traps.hpp"
#include "sim/traps/watchdog.hpp"

#include <chrono>

namespace onceproof::cli {

class watchdog_scope {
public:
    watchdog_scope() : dog_(std::chrono::seconds(10)) { sim::traps::set(sim::traps::mode::abort); }

private:
    sim::watchdog dog_;  // real time that one step may take
};

}  // namespace onceproof::cli
