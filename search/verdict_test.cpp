// Verdicts have names and an order.
#include "search/verdict.hpp"

#include <gtest/gtest.h>

#include <array>

namespace onceproof::search {
namespace {

constexpr std::array all{verdict::held, verdict::violated, verdict::inconclusive};

TEST(Verdict, IsFoundByItsName) {
    for (const verdict v : all) {
        EXPECT_EQ(verdict_named(to_text(v)), v);
    }
    EXPECT_FALSE(verdict_named(""));
    EXPECT_FALSE(verdict_named("hold"));
}

TEST(Verdict, WorseIsWhatBrokeAndThenWhatWasNotShown) {
    for (const verdict v : all) {
        EXPECT_EQ(worse_of(v, v), v);
        EXPECT_EQ(worse_of(v, verdict::held), v);
        EXPECT_EQ(worse_of(verdict::held, v), v);
        EXPECT_EQ(worse_of(v, verdict::violated), verdict::violated);
        EXPECT_EQ(worse_of(verdict::violated, v), verdict::violated);
    }
}

}  // namespace
}  // namespace onceproof::search
