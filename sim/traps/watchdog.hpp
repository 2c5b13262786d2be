// A watchdog on code under test that never returns.
//
//     sim::watchdog dog(10s);
//     w.run();
//
// The world's own bounds end a run whose steps never end; they are of no help when one step never
// does. So a timer of the real world ticks some times within the limit, and its signal handler
// looks which step of which world is running. If that was the same for as long as the limit, the
// verdict is `hung`: it is reported, and the program ends, since there is no way back out of the
// code that hangs.
//
// It has no thread, reads no clock and costs a step nothing. It never touches a run, so it makes
// none irreproducible. While it is armed, system calls of the program that wait (sleep, poll) may
// end early with EINTR, and SIGALRM is taken.
#pragma once

#include "sim/time/time.hpp"

#include <chrono>
#include <cstdint>
#include <string_view>

namespace onceproof::sim {

// What did not return.
struct hang {
    std::uint64_t step;
    time_point at;             // of the run
    std::string_view process;  // empty: the scenario's own script
    std::uint64_t seed;
    std::chrono::milliseconds limit;  // of real time, which has passed in that step
};

class watchdog {
public:
    // Called in a signal handler: may do only what is allowed there, such as write(2).
    using report_function = void (*)(const hang&);

    // Armed until it is destroyed. If a step takes longer than LIMIT, calls REPORT and ends the
    // program with STATUS, without cleaning up. It notices within a quarter of LIMIT.
    // Requires: no other is armed; LIMIT is positive.
    explicit watchdog(std::chrono::milliseconds limit, report_function report = &say,
                      int status = 1);
    ~watchdog();
    watchdog(const watchdog&) = delete;
    watchdog& operator=(const watchdog&) = delete;

    // One sentence to the standard error.
    static void say(const hang& found);
};

}  // namespace onceproof::sim
