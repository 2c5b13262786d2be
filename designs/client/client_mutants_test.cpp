// Each broken client beside the reference one: what differs is seen at their boundary.
#include "designs/parts/scripted_testing.hpp"
#include "designs/role_factories.hpp"
#include "designs/subject.hpp"
#include "model/http/request_deadline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace onceproof::designs {
namespace {

using namespace testing;
using ::testing::ElementsAre;

// As P with that mutant, and as it is.
struct pair_of_runs {
    pair_of_runs(std::string_view name, client_script p)
        : intact(p), broken(with(name, std::move(p))) {}

    static client_script with(std::string_view name, client_script p) {
        p.make = find_mutant(name)->factories->make_client;
        return p;
    }

    client_run intact;
    client_run broken;
};

client_script one_intent(std::vector<line> lines,
                         model::retry_policy policy = model::retry_policy()) {
    return {.answers = in_order(std::move(lines)), .policy = policy};
}

std::vector<std::string> keys_of(const client_run& p) {
    std::vector<std::string> keys;
    for (const model::http_request& r : p.requests) {
        keys.push_back(header(r, "Idempotency-Key"));
    }
    return keys;
}

// One number an attempt: those with the same key have the same one.
std::vector<std::size_t> pattern(const std::vector<std::string>& keys) {
    std::vector<std::size_t> numbers;
    for (const std::string& key : keys) {
        const auto first = std::find(keys.begin(), keys.end(), key) - keys.begin();
        numbers.push_back(static_cast<std::size_t>(first));
    }
    return numbers;
}

TEST(ClientMutants, KeyPerAttempt) {
    const pair_of_runs p("key-per-attempt", one_intent({line(503), line(0), line(201)}));
    EXPECT_THAT(pattern(keys_of(p.intact)), ElementsAre(0, 0, 0));
    EXPECT_THAT(pattern(keys_of(p.broken)), ElementsAre(0, 1, 2));
}

TEST(ClientMutants, NewKeyAfterTimeout) {
    const std::vector<line> lines{line(503), line(201, "", 5s), line(409), line(201)};
    const pair_of_runs p("new-key-after-timeout", one_intent(lines));
    EXPECT_THAT(pattern(keys_of(p.intact)), ElementsAre(0, 0, 0, 0));
    EXPECT_THAT(pattern(keys_of(p.broken)), ElementsAre(0, 0, 2, 2));
}

TEST(ClientMutants, ConflictIsFailure) {
    const std::vector<line> lines{line(503), line(0), line(409), line(201)};
    const pair_of_runs p("conflict-is-failure", one_intent(lines));
    EXPECT_THAT(pattern(keys_of(p.intact)), ElementsAre(0, 0, 0, 0));
    EXPECT_THAT(pattern(keys_of(p.broken)), ElementsAre(0, 0, 0, 3));
}

TEST(ClientMutants, KeyReusedForAnotherIntent) {
    client_script p{.answers = always(line(201)), .intents = purchases(3)};
    p.intents[2].wants.asks_for.front().value = "999";
    const pair_of_runs both("key-reused-for-another-intent", p);
    EXPECT_THAT(pattern(keys_of(both.intact)), ElementsAre(0, 1, 2));
    EXPECT_THAT(pattern(keys_of(both.broken)), ElementsAre(0, 0, 2));
}

TEST(ClientMutants, KeyLostOnRestart) {
    const auto keys_of_two_runs = [](bool broken) {
        remembered_keys book;  // what would be on the disk
        client_script p{.answers = always(line(201)), .keys = &book};
        if (broken) {
            p = pair_of_runs::with("key-lost-on-restart", p);
        }
        std::vector<std::string> keys = keys_of(client_run(p));
        p.seed = 8;
        keys.push_back(keys_of(client_run(p)).at(0));
        return keys;
    };
    EXPECT_THAT(pattern(keys_of_two_runs(false)), ElementsAre(0, 0));
    EXPECT_THAT(pattern(keys_of_two_runs(true)), ElementsAre(0, 1));
}

TEST(ClientMutants, UnkeyedRetry) {
    client_script p = one_intent({line(0), line(201)});
    p.intents[0].keyed = false;
    const pair_of_runs both("unkeyed-retry", p);
    EXPECT_THAT(keys_of(both.intact), ElementsAre(""));
    EXPECT_THAT(keys_of(both.broken), ElementsAre("", ""));
}

TEST(ClientMutants, RetriesFinalAnswers) {
    const pair_of_runs p("retries-final-answers", one_intent({line(422), line(201)}));
    EXPECT_EQ(p.intact.requests.size(), 1U);
    EXPECT_EQ(p.broken.requests.size(), 2U);
}

TEST(ClientMutants, NoPause) {
    const pair_of_runs p("no-pause", one_intent({line(503), line(503, "2"), line(201)}));
    EXPECT_GT(p.intact.pause_before(1), 0s);
    EXPECT_EQ(p.broken.pause_before(1), 0s);
    EXPECT_EQ(p.broken.pause_before(2), 2s);  // another guard's
}

TEST(ClientMutants, NoJitter) {
    const pair_of_runs p("no-jitter", one_intent({line(503), line(503, "2"), line(201)}));
    EXPECT_LT(p.intact.pause_before(1), 100ms);
    EXPECT_EQ(p.broken.pause_before(1), 100ms);
    EXPECT_EQ(p.broken.pause_before(2), 2200ms);
}

TEST(ClientMutants, RetryAfterIgnored) {
    const pair_of_runs p("retry-after-ignored", one_intent({line(429, "7"), line(201)}));
    EXPECT_GE(p.intact.pause_before(1), 7s);
    EXPECT_LE(p.broken.pause_before(1), 100ms);
}

TEST(ClientMutants, RetryAfterUndercut) {
    const pair_of_runs p("retry-after-undercut",
                         one_intent({line(429, "7"), line(503), line(201)}));
    EXPECT_GE(p.intact.pause_before(1), 7s);
    EXPECT_LT(p.broken.pause_before(1), 7s);
    EXPECT_LE(p.broken.pause_before(2), 200ms);  // where nothing is to be undercut, it is intact
}

TEST(ClientMutants, NoAttemptCap) {
    const std::vector<line> lines(9, line(503));
    const pair_of_runs p("no-attempt-cap", one_intent(lines, model::retry_policy(1s, 4, 5s)));
    EXPECT_EQ(p.intact.requests.size(), 4U);
    EXPECT_GT(p.broken.attempts.size(), 4U);
    EXPECT_LE(p.broken.settled_at.time_since_epoch(), 5s);
}

TEST(ClientMutants, NoElapsedCap) {
    const std::vector<line> silent(9, line(201, "", 10s));
    const pair_of_runs p("no-elapsed-cap", one_intent(silent, model::retry_policy(2s, 6, 5s)));
    EXPECT_LE(p.intact.settled_at.time_since_epoch(), 5s);
    EXPECT_GE(p.broken.settled_at.time_since_epoch(), 12s);
    EXPECT_EQ(p.broken.attempts.size(), 6U);
}

client_script on_a_budget() {
    client_script p{.answers = always(line(503)),
                    .policy = model::retry_policy(1s, 4),
                    .intents = purchases(3)};
    p.policy.budget = model::retry_budget{.tokens_max = 2, .retry_costs = 1, .success_earns = 0};
    return p;
}

TEST(ClientMutants, NoBudget) {
    const pair_of_runs p("no-budget", on_a_budget());
    EXPECT_EQ(p.intact.requests.size(), 3U + 2U);
    EXPECT_EQ(p.broken.requests.size(), 12U);
}

TEST(ClientMutants, BudgetRefunded) {
    const pair_of_runs p("budget-refunded", on_a_budget());
    EXPECT_EQ(p.intact.requests.size(), 3U + 2U);
    EXPECT_EQ(p.broken.requests.size(), 12U);
}

TEST(ClientMutants, BreakerLetsEveryoneProbe) {
    client_script p{.answers = always(line(503, "", 1s)),
                    .policy = model::retry_policy(2s, 2, 60s, 100ms, 100ms),
                    .intents = purchases(5),
                    .at_once = true};
    p.policy.breaker = model::breaker_policy{.failures_to_open = 5, .open_for = 10s};
    const pair_of_runs both("breaker-lets-everyone-probe", p);
    const auto in_first_period = [](const client_run& seen) {
        return std::count_if(seen.arrivals.begin(), seen.arrivals.end(), [](sim::time_point at) {
            return at.time_since_epoch() > 10s && at.time_since_epoch() < 13s;
        });
    };
    EXPECT_EQ(in_first_period(both.intact), 1);
    EXPECT_EQ(in_first_period(both.broken), 5);
}

TEST(ClientMutants, DeadlineNotPassedOn) {
    const pair_of_runs p("deadline-not-passed-on", one_intent({line(201)}));
    EXPECT_EQ(header(p.intact.requests.at(0), model::request_deadline_header), "1000");
    EXPECT_EQ(p.broken.requests.at(0).headers.find(model::request_deadline_header), nullptr);
}

TEST(ClientMutants, UnknownToldAsFailed) {
    const pair_of_runs p("unknown-told-as-failed",
                         one_intent({line(0)}, model::retry_policy(1s, 1)));
    EXPECT_FALSE(p.intact.answer);
    EXPECT_THAT(p.intact.settled, ElementsAre(std::make_pair(3, 0)));
    ASSERT_TRUE(p.broken.answer);
    EXPECT_EQ(p.broken.answer->status, 402U);
    EXPECT_THAT(p.broken.settled, ElementsAre(std::make_pair(3, 402)));
    const pair_of_runs known("unknown-told-as-failed", one_intent({line(201)}));
    EXPECT_EQ(known.broken.answer, known.intact.answer);
}

}  // namespace
}  // namespace onceproof::designs
