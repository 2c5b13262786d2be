// The wall clock of one host: what a server reads when it stamps a row or judges an expiry.
//
// It starts at the same instant as that of every other host, unless it is offset; it may drift and
// jump. Waiting is never done by it: timers wait on virtual time, as real ones do on the monotonic
// clock. Not settable by processes.
#pragma once

#include "sim/time/time.hpp"

#include <cstdint>

namespace onceproof::sim {

class wall_clock {
public:
    // 2025-01-01T00:00:00Z, when every world begins.
    static constexpr wall_time epoch{std::chrono::sys_days(std::chrono::January / 1 / 2025)};

    // What it shows at that moment of the run.
    wall_time at(time_point when) const;

    // Set forward or back, at once.
    void jump(duration by) { offset_ += by; }

    // From WHEN on, gains that many nanoseconds each second (loses, when negative): parts per
    // billion. What it has gained before stays. Requires: |rate| < 1'000'000'000.
    void drift(time_point when, std::int64_t parts_per_billion);

private:
    duration offset_{};
    std::int64_t rate_ = 0;
    time_point since_{};
};

}  // namespace onceproof::sim
