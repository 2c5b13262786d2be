// Virtual time: what a world counts instead of letting a clock run.
//
// A world starts at zero and jumps from event to event, in whole nanoseconds. Durations are
// `std::chrono` types everywhere, so that `5ms` means what it says.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace onceproof::sim {

using duration = std::chrono::nanoseconds;

// The monotonic clock of the world that is running on this thread: the clock of `sim::timer`, as
// `steady_clock` is that of `asio::steady_timer`. All hosts of a world share it; what differs
// between hosts is their wall clock (sim/time/wall_clock.hpp).
struct virtual_clock {
    using duration = sim::duration;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<virtual_clock, duration>;
    static constexpr bool is_steady = true;

    // Requires: a world is running, that is, the caller is code inside it.
    static time_point now();
};

using time_point = virtual_clock::time_point;

// What a wall clock shows: nanoseconds since the Unix epoch, without leap seconds.
using wall_time = std::chrono::sys_time<duration>;

// "1.5 ms", "30 s", "0": the largest unit that keeps the number at one or above, at most three
// decimals, trailing zeros dropped.
std::string to_text(duration span);

// Time since the start of the world, in milliseconds with six decimals: columns of it line up.
std::string to_text(time_point at);

}  // namespace onceproof::sim
