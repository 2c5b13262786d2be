// Virtual time and how it reads.
#include "sim/time/time.hpp"

#include "sim/world.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace onceproof::sim {
namespace {

using namespace std::chrono_literals;

TEST(Time, ASpanReadsInTheLargestUnitThatItFills) {
    EXPECT_EQ(to_text(0ns), "0");
    EXPECT_EQ(to_text(1ns), "1 ns");
    EXPECT_EQ(to_text(999ns), "999 ns");
    EXPECT_EQ(to_text(1us), "1 us");
    EXPECT_EQ(to_text(1500us), "1.5 ms");
    EXPECT_EQ(to_text(30s), "30 s");
    EXPECT_EQ(to_text(60s), "1 min");
    EXPECT_EQ(to_text(90min), "1.5 h");
    EXPECT_EQ(to_text(24h * 365), "8760 h");
}

TEST(Time, ASpanHasAtMostThreeDecimalsAndNoTrailingZeros) {
    EXPECT_EQ(to_text(1001us), "1.001 ms");
    EXPECT_EQ(to_text(1010us), "1.01 ms");
    EXPECT_EQ(to_text(1000001us), "1 s");
    EXPECT_EQ(to_text(999999us), "999.999 ms");
    EXPECT_EQ(to_text(999999999ns), "999.999 ms");
}

TEST(Time, ANegativeSpanHasASign) {
    EXPECT_EQ(to_text(-1500us), "-1.5 ms");
    EXPECT_EQ(to_text(duration::min()), "-2562047.788 h");
    EXPECT_EQ(to_text(duration::max()), "2562047.788 h");
}

TEST(Time, APointInTimeReadsInMillisecondsToTheNanosecond) {
    EXPECT_EQ(to_text(time_point()), "0.000000");
    EXPECT_EQ(to_text(time_point(1ns)), "0.000001");
    EXPECT_EQ(to_text(time_point(12ms)), "12.000000");
    EXPECT_EQ(to_text(time_point(1s + 2ms + 30us + 4ns)), "1002.030004");
}

RC_GTEST_PROP(Time, TheTextOfAPointInTimeLosesNothing, ()) {
    const auto n = *rc::gen::nonNegative<std::int64_t>();
    std::string text = to_text(time_point(duration(n)));
    const std::size_t dot = text.find('.');
    RC_ASSERT(text.size() - dot == 7U);
    RC_ASSERT(std::stoll(text.erase(dot, 1)) == n);
}

TEST(Time, StandsStillWithinAStepAndJumpsToTheNext) {
    world w({});
    std::vector<duration> seen;
    for (const duration at : {3h, 0h, 1h}) {
        w.after(at, [&seen] {
            const time_point first = virtual_clock::now();
            EXPECT_EQ(virtual_clock::now(), first);
            seen.push_back(first.time_since_epoch());
        });
    }
    w.run();
    EXPECT_EQ(seen, (std::vector<duration>{0h, 1h, 3h}));
}

TEST(TimeDeathTest, PassesOnlyInsideAWorld) {
    EXPECT_DEATH(virtual_clock::now(), "only inside a running world");
}

}  // namespace
}  // namespace onceproof::sim
