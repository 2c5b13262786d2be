// Wall clocks that are offset, jump and drift, exact to the nanosecond.
#include "sim/time/wall_clock.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace onceproof::sim {
namespace {

using namespace std::chrono_literals;

constexpr time_point start{};

// How far C is ahead of virtual time.
duration lead(const wall_clock& c, time_point when) {
    return c.at(when) - wall_clock::epoch - when.time_since_epoch();
}

TEST(WallClock, BeginsWithTheYear2025AndRunsWithVirtualTime) {
    const wall_clock c;
    EXPECT_EQ(c.at(start).time_since_epoch(), 1'735'689'600s);
    EXPECT_EQ(c.at(start + 1234ns).time_since_epoch(), 1'735'689'600s + 1234ns);
}

TEST(WallClock, JumpsForwardAndBack) {
    wall_clock c;
    c.jump(3h);
    EXPECT_EQ(lead(c, start + 1s), 3h);
    c.jump(-4h);
    EXPECT_EQ(lead(c, start + 1s), -1h);
}

TEST(WallClock, DriftsExactlyOverTwoYears) {
    wall_clock fast;
    wall_clock slow;
    fast.drift(start, 100'000);
    slow.drift(start, -100'000);
    const time_point end = start + 24h * 365 * 2;
    EXPECT_EQ(lead(fast, end), 6307200ms);
    EXPECT_EQ(lead(slow, end), -6307200ms);
    EXPECT_EQ(lead(fast, end + 9999ns), 6307200ms);
    EXPECT_EQ(lead(fast, end + 10000ns), 6307200ms + 1ns);
}

TEST(WallClock, KeepsWhatItHasGainedWhenItsDriftChanges) {
    wall_clock c;
    c.drift(start, 1'000);
    c.drift(start + 10s, -500);
    EXPECT_EQ(lead(c, start + 10s), 10us);
    EXPECT_EQ(lead(c, start + 14s), 8us);
    c.drift(start + 14s, 0);
    EXPECT_EQ(lead(c, start + 1h), 8us);
}

TEST(WallClock, JumpsWhileItDrifts) {
    wall_clock c;
    c.drift(start, 1'000);
    c.jump(-1min);
    EXPECT_EQ(lead(c, start + 10s), -1min + 10us);
}

RC_GTEST_PROP(WallClock, NeverRunsBackwardsByDrifting, ()) {
    wall_clock c;
    c.drift(start, *rc::gen::inRange<std::int64_t>(-999'999'999, 1'000'000'000));
    const time_point first = start + duration(*rc::gen::inRange<std::int64_t>(0, 1LL << 50));
    const time_point second = first + duration(*rc::gen::inRange<std::int64_t>(0, 1'000));
    const wall_time shown = c.at(second);
    RC_ASSERT(c.at(first) <= shown);
    c.drift(second, *rc::gen::inRange<std::int64_t>(-999'999'999, 1'000'000'000));
    RC_ASSERT(c.at(second) == shown);
}

TEST(WallClockDeathTest, DoesNotStandStillOrRunAtTwiceItsSpeed) {
    wall_clock c;
    EXPECT_DEATH(c.drift(start, 1'000'000'000), "does not drift");
    EXPECT_DEATH(c.drift(start, -1'000'000'000), "does not drift");
}

}  // namespace
}  // namespace onceproof::sim
