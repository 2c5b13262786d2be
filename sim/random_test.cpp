// Draws are the same everywhere, uniform, and independent of what is drawn elsewhere.
#include "sim/random.hpp"

#include "sim/host.hpp"
#include "sim/process.hpp"
#include "sim/world.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace onceproof::sim {
namespace {

using namespace std::chrono_literals;

// They decide what a seed does, so they may change only with trace::format_version.
TEST(Random, DrawsAreTheSameInEveryBuild) {
    draws bits(7, "jitter", 42);
    EXPECT_EQ(bits.next(), 0x31924f8e101a94b3U);
    EXPECT_EQ(bits.next(), 0x05da5c7f6b174866U);
    EXPECT_EQ(bits.next(), 0xe4af7bb011e317e4U);

    draws dice(7, "jitter", 42);
    for (const unsigned expected : {1U, 0U, 5U, 3U, 4U, 2U, 0U, 0U, 4U, 4U, 1U, 4U}) {
        EXPECT_EQ(dice.below(6), expected);
    }

    draws times(7, "jitter", 42);
    for (const duration expected : {-613ns, -955ns, 787ns, 197ns, 376ns}) {
        EXPECT_EQ(times.between(-1us, 1us), expected);
    }

    draws odds(7, "jitter", 42);
    std::string seen;
    for (int i = 0; i < 24; ++i) {
        seen += odds.chance({1, 4}) ? '1' : '0';
    }
    EXPECT_EQ(seen, "110000110010001000001011");
}

TEST(Random, WhatWouldBiasADrawIsDrawnAgain) {
    draws d(7, "jitter", 42);
    const std::uint64_t bound = std::uint64_t{3} << 62U;  // one number in four is drawn again
    EXPECT_EQ(d.below(bound), 2679003694524264326U);
    EXPECT_EQ(d.below(bound), 316313413079889484U);
    EXPECT_EQ(d.below(bound), 8281717946663160226U);
    draws same(7, "jitter", 42);
    for (int i = 0; i < 4; ++i) {
        same.next();
    }
    const std::uint64_t fifth = same.next();
    EXPECT_EQ(d.next(), fifth);
}

TEST(Random, SeedPurposeAndPointEachLeadElsewhere) {
    EXPECT_EQ(draws(8, "jitter", 42).next(), 0xd17c605d54e45bacU);
    EXPECT_EQ(draws(7, "id", 42).next(), 0x632a915c69297f4aU);
    EXPECT_EQ(draws(7, "jitter", 43).next(), 0x64076822908063ccU);
}

RC_GTEST_PROP(Random, BelowStaysBelow, (std::uint64_t seed)) {
    const std::uint64_t bound = *rc::gen::positive<std::uint64_t>();
    draws d(seed, "any", 0);
    for (int i = 0; i < 100; ++i) {
        RC_ASSERT(d.below(bound) < bound);
    }
}

// Counts how often each of COUNTS comes; none may be more than six standard deviations off.
void expect_uniform(const std::vector<int>& counts, int total) {
    const double expected = total / static_cast<double>(counts.size());
    for (const int count : counts) {
        RC_ASSERT(std::abs(count - expected) < 1 + (6 * std::sqrt(expected)));
    }
}

RC_GTEST_PROP(Random, BelowIsUniformForSmallBounds, (std::uint64_t seed)) {
    const auto bound = *rc::gen::inRange<std::size_t>(1, 20);
    std::vector<int> counts(bound);
    draws d(seed, "any", 0);
    for (int i = 0; i < 2000; ++i) {
        ++counts.at(d.below(bound));
    }
    expect_uniform(counts, 2000);
}

// Without the redraw every third number would come twice as often as the others.
RC_GTEST_PROP(Random, BelowIsUniformForHugeBounds, (std::uint64_t seed)) {
    std::vector<int> counts(3);
    draws d(seed, "any", 0);
    for (int i = 0; i < 3000; ++i) {
        ++counts[d.below(std::uint64_t{3} << 62U) % 3];
    }
    expect_uniform(counts, 3000);
}

TEST(Random, BetweenIncludesBothEnds) {
    draws d(1, "any", 0);
    std::array<int, 3> seen{};
    for (int i = 0; i < 100; ++i) {
        const duration drawn = d.between(-1ns, 1ns);
        ASSERT_LE(-1ns, drawn);
        ASSERT_LE(drawn, 1ns);
        ++seen.at(static_cast<std::size_t>(drawn.count() + 1));
    }
    for (const int times : seen) {
        EXPECT_GT(times, 0);
    }
    EXPECT_EQ(d.between(5ms, 5ms), 5ms);
    EXPECT_GE(d.between(0ns, duration::max()), 0ns);
}

TEST(Random, ChanceOfNoneNeverHappensAndOfAllAlways) {
    draws d(1, "any", 0);
    for (int i = 0; i < 1000; ++i) {
        ASSERT_FALSE(d.chance({0, 1}));
        ASSERT_FALSE(d.chance({0, UINT32_MAX}));
        ASSERT_TRUE(d.chance({1, 1}));
        ASSERT_TRUE(d.chance({UINT32_MAX, UINT32_MAX}));
    }
}

TEST(RandomDeathTest, EmptyRangesAreRefused) {
    draws d(1, "any", 0);
    EXPECT_DEATH(d.below(0), "no number below zero");
    EXPECT_DEATH(d.between(1ns, 0ns), "range is empty");
}

// What "b" draws, alone, under an activity and for another purpose, when "a" asks MORE times
// before and draws MORE numbers each time.
std::vector<std::uint64_t> drawn_beside(int more) {
    std::vector<std::uint64_t> drawn;
    world w({.seed = 3});
    host& h = w.add_host("host");
    const auto noise = [&](incarnation& self, literal purpose) {
        for (int i = 0; i < more; ++i) {
            draws d = self.draws_for(purpose);
            for (int j = 0; j < more; ++j) {
                d.next();
            }
        }
    };
    process& a = h.add_process("a", [&](incarnation& self) { noise(self, "jitter"); });
    process& b = h.add_process("b", [&](incarnation& self) {
        drawn.push_back(self.draws_for("jitter").next());
        noise(self, "id");
        drawn.push_back(self.draws_for("jitter").next());
        w.enter(w.activities().open(0, "job", 1));
        drawn.push_back(self.draws_for("jitter").next());
        noise(self, "jitter");
        w.enter(0);
        drawn.push_back(self.draws_for("jitter").next());
    });
    a.start();
    b.start();
    w.run();
    return drawn;
}

RC_GTEST_PROP(Random, DrawsInOnePlaceLeaveAllOthersAsTheyWere, ()) {
    const auto undisturbed = drawn_beside(0);
    RC_ASSERT(std::set(undisturbed.begin(), undisturbed.end()).size() == 4U);
    RC_ASSERT(drawn_beside(*rc::gen::inRange(1, 20)) == undisturbed);
}

}  // namespace
}  // namespace onceproof::sim
