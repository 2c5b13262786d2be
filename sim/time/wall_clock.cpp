// See wall_clock.hpp.
#include "sim/time/wall_clock.hpp"

#include "sim/assert.hpp"

namespace onceproof::sim {

wall_time wall_clock::at(time_point when) const {
    __extension__ using wide = __int128;  // years of nanoseconds times a rate overflow 64 bits
    const wide gained = static_cast<wide>((when - since_).count()) * rate_ / 1'000'000'000;
    return epoch + when.time_since_epoch() + offset_ + duration(static_cast<duration::rep>(gained));
}

void wall_clock::drift(time_point when, std::int64_t parts_per_billion) {
    ONCEPROOF_ASSERT(parts_per_billion > -1'000'000'000 && parts_per_billion < 1'000'000'000,
                     "a clock that stands still or runs at twice its speed does not drift");
    const wall_time shown = at(when);
    rate_ = parts_per_billion;
    since_ = when;
    offset_ += shown - at(when);
}

}  // namespace onceproof::sim
