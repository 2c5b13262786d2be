// Storms against the formulas by which one chooses a policy. All are in virtual time, under fixed
// seeds; what is asserted are bounds and orders, which hold under any.
#include "experiments/storm.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace onceproof::experiments {
namespace {

using namespace std::chrono_literals;

enum : std::size_t { bare, jitter, budget, breaker, brief };  // storm_policies()

// A quarter of the one in the documentation, under the same load.
storm_setting quarter() {
    storm_setting s;
    s.clients = 50;
    s.workers = 2;
    return s;
}

storm_run ran(std::size_t policy, const storm_setting& s = quarter()) {
    return run_storm(s, storm_policies().at(policy));
}

storm_bin while_failing(const storm_run& r) {
    return r.between(r.setting.slow_from, r.setting.slow_until);
}

storm_bin after_failing(const storm_run& r) {
    return r.between(r.setting.slow_until, r.setting.lasts);
}

double in_seconds(sim::duration span) {
    return std::chrono::duration<double>(span).count();
}

double rate(const storm_run& r) {
    return static_cast<double>(r.offered) / in_seconds(r.setting.lasts);
}

TEST(Storm, OffersWhatItSays) {
    const storm_run r = ran(budget);
    // 50 clients, once a second each, for a minute: the deviation of a Poisson count is its root.
    EXPECT_NEAR(static_cast<double>(r.offered), 3000, 4 * std::sqrt(3000));
    EXPECT_EQ(r.between(0s, r.setting.lasts).offered, r.offered);
    EXPECT_EQ(r.done + r.unknown, r.offered);
    EXPECT_DOUBLE_EQ(r.setting.capacity(), 100);

    const storm_bin well = r.between(0s, r.setting.slow_from - 1s);
    EXPECT_EQ(well.sent, well.offered);
    EXPECT_EQ(well.good, well.offered);
}

TEST(Storm, IsTheSameAgainAndOfferedTheSameWhateverThePolicy) {
    const storm_run one = ran(brief);
    const storm_run again = ran(brief);
    const storm_run other = ran(budget);
    for (std::size_t i = 0; i < one.bins.size(); ++i) {
        ASSERT_EQ(one.bins[i].sent, again.bins[i].sent);
        ASSERT_EQ(one.bins[i].good, again.bins[i].good);
        ASSERT_EQ(one.bins[i].offered, other.bins[i].offered);
    }
    EXPECT_EQ(one.steps, again.steps);
}

TEST(Storm, WhatComesTooLateIsDoneButNotGood) {
    storm_setting s = quarter();
    s.of_use = s.work;  // there is the network as well
    const storm_run r = ran(budget, s);
    EXPECT_GT(r.done, r.offered / 2);
    EXPECT_EQ(r.between(0s, s.lasts).good, 0U);
}

// Metastable: the load that retries make keeps up what makes them, as soon as the load times the
// attempts that failure causes is above the capacity.
TEST(Storm, WithoutABudgetItOutlastsItsCause) {
    for (const std::size_t policy : {bare, jitter}) {
        const storm_run r = ran(policy);
        const auto attempts_max = storm_policies()[policy].retry.attempts_max;
        EXPECT_LT(rate(r), r.setting.capacity());
        EXPECT_GT(rate(r) * attempts_max, r.setting.capacity());
        EXPECT_FALSE(r.recovery().has_value());
        EXPECT_EQ(after_failing(r).good, 0U);
        EXPECT_LE(r.sent, attempts_max * r.offered);
        // All fail, so that nearly all attempts are made; those that wait at the end are missing.
        EXPECT_GT(amplification(after_failing(r)), 0.9 * attempts_max);
    }
}

TEST(Storm, WithoutABudgetItEndsOnlyUnderAFractionOfTheCapacity) {
    storm_setting s = quarter();
    s.every = 5s;
    const storm_run r = ran(bare, s);
    EXPECT_LT(rate(r) * storm_policies()[bare].retry.attempts_max, s.capacity());
    EXPECT_GT(amplification(while_failing(r)), 2);
    EXPECT_TRUE(r.recovery().has_value());
}

// Then what is queued is never older than a client waits, and all that is done is of use.
TEST(Storm, EndsWithItsCauseIfTheServiceDropsWhatNobodyWaitsFor) {
    storm_setting s = quarter();
    s.drops_late = true;
    const storm_run r = ran(bare, s);
    // What failed in the outage has been tried for the last time by then.
    const model::retry_policy policy = storm_policies()[bare].retry;
    sim::duration longest = policy.attempt_timeout;
    for (std::uint32_t n = 1; n < policy.attempts_max; ++n) {
        longest += policy.backoff_ceiling(n) + policy.attempt_timeout;
    }
    ASSERT_TRUE(r.recovery().has_value());
    EXPECT_LE(*r.recovery(), longest);
}

TEST(Storm, IsNoneWithoutFailure) {
    storm_setting s = quarter();
    s.slow_work = s.work;
    const storm_run r = ran(bare, s);
    EXPECT_EQ(r.sent, r.offered);
    EXPECT_EQ(r.recovery(), 0s);
}

TEST(Storm, ABudgetBoundsWhatRetriesAdd) {
    for (const std::size_t policy : {budget, breaker, brief}) {
        const storm_run r = ran(policy);
        const model::retry_budget b = storm_policies()[policy].retry.budget;
        const std::uint64_t tokens = b.tokens_max * r.setting.clients + b.success_earns * r.done;
        EXPECT_LE(r.sent * b.retry_costs, r.offered * b.retry_costs + tokens);
    }
    // While nothing succeeds nothing is earned, whatever was before: a burst, and then no more.
    const storm_run r = ran(budget);
    const std::uint64_t burst = 10 * r.setting.clients;
    EXPECT_LE(while_failing(r).sent, while_failing(r).offered + burst + while_failing(r).good);
    EXPECT_LT(amplification(r.between(r.setting.slow_until + 1s, r.setting.lasts)), 1.1);
}

// What came in the outage and is not done by its end is done first, by what the service has left.
TEST(Storm, WithABudgetItIsOverWhenItsBacklogIsWorkedOff) {
    const storm_run r = ran(budget);
    const storm_setting& s = r.setting;
    const double done = in_seconds(s.slow_until - s.slow_from) * static_cast<double>(s.workers) /
                        in_seconds(s.slow_work);
    const double backlog = static_cast<double>(while_failing(r).sent) - done;
    const double formula = backlog / (s.capacity() - rate(r));
    ASSERT_TRUE(r.recovery().has_value());
    EXPECT_NEAR(in_seconds(*r.recovery()), formula, 0.15 * formula);
}

TEST(Storm, ABreakerSparesTheServiceInTheFailure) {
    const storm_run with = ran(breaker);
    const storm_run without = ran(budget);
    EXPECT_LT(2 * while_failing(with).sent, while_failing(without).sent);
    // Each client stops at five failures, and at what it had under way by then.
    EXPECT_LT(while_failing(with).sent, 8 * with.setting.clients);
}

// The largest number of attempts in a second, after the outage.
std::uint64_t largest_wave(const storm_run& r) {
    std::uint64_t most = 0;
    for (sim::duration at = r.setting.slow_until; at < r.setting.lasts; at += 1s) {
        most = std::max(most, r.between(at, at + 1s).sent);
    }
    return most;
}

// What waits for the breakers comes when they close. The longer an intent may wait, the more.
TEST(Storm, PatienceBehindABreakerMakesTheNextWave) {
    const storm_run patient = ran(breaker);
    const storm_run brisk = ran(brief);
    const storm_run unspared = ran(budget);
    EXPECT_GT(static_cast<double>(largest_wave(patient)), 2 * patient.setting.capacity());
    EXPECT_LT(static_cast<double>(largest_wave(brisk)), 1.25 * brisk.setting.capacity());
    ASSERT_TRUE(brisk.recovery().has_value());
    ASSERT_TRUE(unspared.recovery().has_value());
    EXPECT_LT(*brisk.recovery(), *unspared.recovery());
    EXPECT_FALSE(patient.recovery().has_value());
    EXPECT_GT(after_failing(brisk).good, after_failing(patient).good);
}

TEST(Storm, JitterSpreadsThoseWhoFailedTogether) {
    const storm_setting s = common_failure(2000);
    const storm_run together = ran(bare, s);
    const storm_run spread = ran(jitter, s);
    EXPECT_EQ(together.bins[0].sent, s.clients);
    EXPECT_EQ(together.bins[1].sent, 0U);
    EXPECT_EQ(together.bins[2].sent, s.clients);  // after 50 ms, the base
    // In the first 25 ms of a pause that is uniform in [0, 50 ms]: half, less the 4 ms that the
    // first attempt takes, and some of the next pauses, which are below 100 ms.
    EXPECT_GT(spread.bins[0].sent - s.clients + spread.bins[1].sent, s.clients * 8 / 10);
    EXPECT_LT(spread.bins[1].sent, s.clients * 7 / 10);
    EXPECT_EQ(spread.done, 0U);
}

// Of seconds in which that share of what is offered is good.
storm_run seconds(const std::vector<std::uint64_t>& percent) {
    storm_run r;
    r.setting.slow_until = 1s;
    r.setting.bin = 1s;
    r.setting.lasts = 1s * percent.size();
    for (const std::uint64_t share : percent) {
        r.bins.push_back({.offered = 100, .sent = 100, .good = share});
    }
    return r;
}

TEST(Storm, HasRecoveredWhenNoBadSecondFollows) {
    EXPECT_EQ(seconds({0, 100, 95}).recovery(), 0s);
    EXPECT_EQ(seconds({100, 0, 94, 95, 100}).recovery(), 2s);
    EXPECT_EQ(seconds({0, 100, 0, 100, 100}).recovery(), 2s);  // a relapse
    EXPECT_EQ(seconds({0, 100, 100, 0}).recovery(), std::nullopt);
}

}  // namespace
}  // namespace onceproof::experiments
