// Time is to scale, and what is idle for long is folded.
#include "reports/run/time_scale.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::reports {
namespace {

using namespace std::chrono_literals;
using sim::time_point;

std::vector<std::string> tick_labels_of(const time_scale& s) {
    std::vector<std::string> all;
    for (const time_scale::tick& t : s.ticks()) {
        all.push_back(t.label);
    }
    return all;
}

TEST(TimeScale, IsToScaleWhereSomethingHappens) {
    const time_scale s({time_point(3ms), time_point(1ms), time_point(5ms)}, 20);
    EXPECT_DOUBLE_EQ(s.place_of(time_point(1ms)), 0);
    EXPECT_DOUBLE_EQ(s.place_of(time_point(3ms)), 40);
    EXPECT_DOUBLE_EQ(s.place_of(time_point(4ms)), 60);
    EXPECT_DOUBLE_EQ(s.height(), 80);
    EXPECT_TRUE(s.folds().empty());
}

TEST(TimeScale, FoldsWhatIsIdleForLong) {
    const time_scale s({time_point(0ms), time_point(2ms), time_point(302ms), time_point(303ms)},
                       20);
    ASSERT_EQ(s.folds().size(), 1U);
    EXPECT_DOUBLE_EQ(s.folds()[0].top, 40);
    EXPECT_EQ(s.folds()[0].span, 300ms);
    EXPECT_DOUBLE_EQ(s.place_of(time_point(302ms)), 40 + time_scale::fold_height);
    EXPECT_DOUBLE_EQ(s.place_of(time_point(152ms)), 40 + time_scale::fold_height / 2);
    EXPECT_DOUBLE_EQ(s.height(), 60 + time_scale::fold_height);
}

TEST(TimeScale, SaysWhereEachStretchBeginsAndRoundMomentsInIt) {
    const time_scale s({time_point(0ms), time_point(2ms), time_point(4ms), time_point(300'560us),
                        time_point(303ms)},
                       20);
    EXPECT_THAT(tick_labels_of(s),
                ::testing::ElementsAre("0", "2 ms", "4 ms", "300.6 ms", "302 ms"));
}

TEST(TimeScale, OfNothingHasNoHeight) {
    const time_scale s({}, 20);
    EXPECT_DOUBLE_EQ(s.height(), 0);
    EXPECT_DOUBLE_EQ(s.place_of(time_point()), 0);
}

}  // namespace
}  // namespace onceproof::reports
