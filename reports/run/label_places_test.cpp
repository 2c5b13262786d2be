// No label lies on another, and each is as near as can be to what it is about.
#include "reports/run/label_places.hpp"

#include <gtest/gtest.h>

namespace onceproof::reports {
namespace {

constexpr box wished{100, 50, 80, 15};

TEST(LabelPlaces, GivesWhatIsFree) {
    label_places p;
    EXPECT_EQ(p.take(wished)->top, 50);
    EXPECT_EQ(p.take({180, 50, 80, 15})->top, 50) << "what only adjoins does not touch";
}

TEST(LabelPlaces, MovesToTheNearestFreePlaceRatherDownThanUp) {
    label_places p;
    p.take(wished);
    EXPECT_EQ(p.take(wished)->top, 65);
    EXPECT_EQ(p.take(wished)->top, 35);
    EXPECT_EQ(p.take({170, 48, 80, 15})->top, 80);
}

TEST(LabelPlaces, GivesNothingTooFarAway) {
    label_places p;
    p.take({100, -200, 80, 500});
    EXPECT_FALSE(p.take(wished));
}

}  // namespace
}  // namespace onceproof::reports
