// The reference client: against a server that answers by a script, and against the reference
// server in the world and on a real loopback connection.
#include "designs/client/retrying_client.hpp"

#include "designs/parts/scripted_testing.hpp"
#include "model/http/request_deadline.hpp"
#include "model/platform/real_file_testing.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace onceproof::designs {
namespace {

using testing::always;
using testing::charge_world;
using testing::client_run;
using testing::client_script;
using testing::header;
using testing::line;
using testing::purchase;
using testing::purchases;
using namespace std::chrono_literals;
using boost::asio::awaitable;
using ::testing::ElementsAre;

TEST(ChargeClient, SendsTheSameKeyAndBodyUntilItIsAnswered) {
    const client_run p({line(503), line(0), line(409), line(429), line(201)});
    ASSERT_TRUE(p.answer);
    EXPECT_EQ(p.answer->status, 201U);
    EXPECT_THAT(p.settled, ElementsAre(std::make_pair(3, 201)));
    EXPECT_EQ(p.label_at_end, "intent-3");
    ASSERT_EQ(p.requests.size(), 5U);
    ASSERT_EQ(p.attempts.size(), 5U);
    for (std::size_t i = 0; i < 5; ++i) {
        const client_attempt& a = p.attempts[i].attempt;
        EXPECT_EQ(a.intent, 3U);
        EXPECT_EQ(a.number, i + 1);
        EXPECT_EQ(a.key, p.attempts[0].attempt.key);
        EXPECT_EQ(p.attempts[i].label, "intent-3/attempt-" + std::to_string(i + 1));
        EXPECT_EQ(p.requests[i].body, R"({"amount":1250,"currency":"EUR","reference":"order-3"})");
        EXPECT_EQ(p.requests[i].body, a.body);
        EXPECT_EQ(header(p.requests[i], "Idempotency-Key"), '"' + a.key + '"');
        EXPECT_EQ(header(p.requests[i], "Authorization"), "Bearer shop-1");
    }
    EXPECT_EQ(p.attempts[0].attempt.key.size(), 32U);
}

TEST(ChargeClient, MakesAnotherKeyForAnotherIntent) {
    std::set<std::string> keys;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const client_run p(
            client_script{.answers = always(line(201)), .seed = seed, .intents = purchases(2)});
        keys.insert(p.attempts.at(0).attempt.key);
        keys.insert(p.attempts.at(1).attempt.key);
    }
    EXPECT_EQ(keys.size(), 100U);
}

TEST(ChargeClient, DoesNotRepeatWhatIsAnsweredForGood) {
    for (const unsigned status : {200U, 201U, 400U, 401U, 404U, 405U, 408U, 410U, 422U}) {
        const client_run p({line(status), line(201)});
        EXPECT_EQ(p.attempts.size(), 1U) << status;
        EXPECT_THAT(p.settled, ElementsAre(std::make_pair(3, status)));
    }
}

TEST(ChargeClient, TakesSilenceForUnknownAndAsksAgain) {
    const client_run p({line(201, "", 5s), line(201)}, model::retry_policy(1s));
    ASSERT_EQ(p.attempts.size(), 2U);
    EXPECT_EQ(p.attempts[0].ended - p.attempts[0].begun, 1s);
}

TEST(ChargeClient, WaitsAtLeastAsLongAsRetryAfterSays) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const client_run p({line(503, "7"), line(201)}, model::retry_policy(1s, 6, 60s, 100ms),
                           seed);
        ASSERT_EQ(p.attempts.size(), 2U);
        EXPECT_GE(p.pause_before(1), 7s);
        EXPECT_LE(p.pause_before(1), 7s + 100ms);
    }
}

TEST(ChargeClient, BacksOffExponentiallyWithFullJitter) {
    const std::vector<line> busy(6, line(503));
    const model::retry_policy policy(1s, 6, 60s, 100ms, 500ms);
    std::vector<sim::duration> longest(6);
    std::vector<sim::duration> shortest(6, 1h);
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const client_run p(busy, policy, seed);
        ASSERT_EQ(p.attempts.size(), 6U);
        for (std::size_t n = 1; n < 6; ++n) {
            longest[n] = std::max(longest[n], p.pause_before(n));
            shortest[n] = std::min(shortest[n], p.pause_before(n));
        }
    }
    const std::vector<sim::duration> ceiling{0ms, 100ms, 200ms, 400ms, 500ms, 500ms};
    for (std::size_t n = 1; n < 6; ++n) {
        EXPECT_LE(longest[n], ceiling[n]) << n;
        EXPECT_GE(longest[n], ceiling[n] * 9 / 10) << n;
        EXPECT_LE(shortest[n], ceiling[n] / 10) << n;
    }
}

TEST(ChargeClient, GivesUpAfterItsLastAttemptAndCallsItUnknown) {
    const client_run p(std::vector<line>(9, line(503)), model::retry_policy(1s, 4));
    EXPECT_EQ(p.attempts.size(), 4U);
    EXPECT_FALSE(p.answer);
    EXPECT_THAT(p.settled, ElementsAre(std::make_pair(3, 0)));
    EXPECT_EQ(p.label_at_end, "intent-3");
}

TEST(ChargeClient, GivesUpWhenItsTimeIsOver) {
    const std::vector<line> silent(9, line(201, "", 10s));
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const client_run p(silent, model::retry_policy(2s, 100, 5s), seed);
        EXPECT_FALSE(p.answer);
        EXPECT_GE(p.attempts.size(), 2U);
        EXPECT_LE(p.settled_at.time_since_epoch(), 5s);
    }
    const client_run at_once({line(503, "3600"), line(201)}, model::retry_policy(1s, 6, 60s));
    EXPECT_EQ(at_once.attempts.size(), 1U);
    EXPECT_LE(at_once.settled_at.time_since_epoch(), 1s);
}

TEST(ChargeClient, AsksAgainWhenItIsRefused) {
    const client_run p(std::vector<line>{});
    EXPECT_EQ(p.attempts.size(), 6U);
    EXPECT_FALSE(p.answer);
    EXPECT_EQ(p.attempts[0].ended - p.attempts[0].begun, 2ms);
}

TEST(ChargeClient, SendsNothingMoreWhenItWokeUpTooLate) {
    client_script p{.answers = always(line(503)), .policy = model::retry_policy(1s, 6, 5s)};
    p.meanwhile = [](charge_world& t) {
        t.w.at(sim::time_point(5ms), [&] { t.shop.processes().front()->alive()->pause(10s); });
    };
    const client_run late(p);
    EXPECT_EQ(late.attempts.size(), 1U);
    EXPECT_THAT(late.settled, ElementsAre(std::make_pair(3, 0)));
}

TEST(ChargeClient, TellsWhoeverAskedWhatItTellsItsObserver) {
    const client_run p({line(422)});
    EXPECT_THAT(p.begun, ElementsAre(3));
    ASSERT_TRUE(p.answer);
    EXPECT_EQ(p.answer->status, 422U);
    EXPECT_THAT(p.settled, ElementsAre(std::make_pair(3, 422)));
}

// --- Operations ---

client_intent with(std::string_view operation, bool keyed = true) {
    client_intent intent = purchase(3);
    intent.wants.operation = operation;
    intent.keyed = keyed;
    return intent;
}

client_run run_with_script(const client_intent& intent, std::vector<line> lines) {
    return client_run(
        client_script{.answers = testing::in_order(std::move(lines)), .intents = {intent}});
}

TEST(ChargeClient, SendsAKeyWithWhatIsUnsafeToRepeatOnly) {
    for (const char* operation : {"POST /v1/charges", "POST /v1/refunds", "PATCH /v1/orders/17"}) {
        const client_run p = run_with_script(with(operation), {line(503), line(201)});
        ASSERT_EQ(p.requests.size(), 2U) << operation;
        EXPECT_EQ(p.requests[1].method + ' ' + p.requests[1].target, operation);
        EXPECT_NE(header(p.requests[1], "Idempotency-Key"), "") << operation;
    }
    for (const char* operation :
         {"PUT /v1/orders/17", "GET /v1/charges/1", "DELETE /v1/orders/17"}) {
        const client_run p = run_with_script(with(operation), {line(0), line(503), line(201)});
        ASSERT_EQ(p.requests.size(), 3U) << operation;
        EXPECT_EQ(p.requests[2].method + ' ' + p.requests[2].target, operation);
        EXPECT_EQ(p.requests[2].headers.find("Idempotency-Key"), nullptr) << operation;
    }
}

TEST(ChargeClient, SendsWhatIsWanted) {
    const client_run full = run_with_script(purchase(3), {line(201)});
    EXPECT_EQ(full.requests.at(0).body,
              R"({"amount":1250,"currency":"EUR","reference":"order-3"})");
    EXPECT_EQ(header(full.requests.at(0), "Content-Type"), "application/json");
    client_intent nothing = with("GET /v1/charges/1");
    nothing.wants.body.clear();
    nothing.wants.headers = {{"Prefer", "return=minimal"}};
    const client_run bare = run_with_script(nothing, {line(200)});
    EXPECT_EQ(bare.requests.at(0).body, "");
    EXPECT_EQ(bare.requests.at(0).headers.find("Content-Type"), nullptr);
    EXPECT_EQ(header(bare.requests.at(0), "Prefer"), "return=minimal");
}

TEST(ChargeClient, NeverRepeatsAnUnsafeOperationWithoutAKey) {
    for (const unsigned status : {0U, 409U, 429U, 500U, 503U}) {
        const client_run p =
            run_with_script(with("POST /v1/charges", false), {line(status), line(201)});
        EXPECT_EQ(p.requests.size(), 1U) << status;
        EXPECT_EQ(p.requests[0].headers.find("Idempotency-Key"), nullptr);
        EXPECT_FALSE(p.answer);
        EXPECT_THAT(p.settled, ElementsAre(std::make_pair(3, 0)));
    }
    const client_run answered = run_with_script(with("POST /v1/charges", false), {line(201)});
    EXPECT_THAT(answered.settled, ElementsAre(std::make_pair(3, 201)));
    const client_run put = run_with_script(with("PUT /v1/orders/17", false), {line(0), line(201)});
    EXPECT_EQ(put.requests.size(), 2U);
}

TEST(RequestText, TellsRequestsApart) {
    client_attempt one;
    one.operation = "POST /v1/charges";
    one.body = "{}";
    client_attempt again = one;
    again.number = 2;
    again.key = "k2";
    EXPECT_EQ(request_text(one), request_text(again));
    client_attempt other_body = one;
    other_body.body = "[]";
    EXPECT_NE(request_text(one), request_text(other_body));
    client_attempt other_operation = one;
    other_operation.operation = "POST /v1/refunds";
    EXPECT_NE(request_text(one), request_text(other_operation));
}

// --- Deadline ---

TEST(ChargeClient, TellsTheServerHowLongItWaits) {
    const std::vector<line> silent(9, line(201, "", 10s));
    const client_run p(silent, model::retry_policy(2s, 100, 5s));
    ASSERT_GE(p.requests.size(), 3U);
    EXPECT_EQ(header(p.requests[0], model::request_deadline_header), "2000");
    for (std::size_t i = 0; i < p.requests.size(); ++i) {
        const auto waited = p.attempts[i].ended - p.attempts[i].begun;
        const auto told = std::stoll(header(p.requests[i], model::request_deadline_header));
        EXPECT_EQ(told, waited / 1ms) << i;
    }
    EXPECT_LT(p.attempts.back().ended - p.attempts.back().begun, 2s);
}

// --- Retry-After ---

// When every world begins: see sim/time/wall_clock.hpp.
constexpr sim::wall_time new_year = sim::wall_clock::epoch;

TEST(RetryAfter, IsReadInSeconds) {
    const auto of = [](std::string_view value) {
        model::http_response answer(503, "");
        answer.headers.add("retry-after", value);
        return retry_after(answer, new_year);
    };
    EXPECT_EQ(of("0"), 0s);
    EXPECT_EQ(of("120"), 120s);
    EXPECT_EQ(of("99999999999999999999999"), 1'000'000'000s);
    EXPECT_EQ(of("9999999999"), 1'000'000'000s);
    for (const char* other : {"", "-1", "1.5", "1 s", "tomorrow"}) {
        EXPECT_EQ(of(other), 0s) << other;
    }
    EXPECT_EQ(retry_after(model::http_response(503, ""), new_year), 0s);
}

TEST(RetryAfter, IsReadAsADate) {
    const auto of = [](std::string_view value) {
        model::http_response answer(503, "");
        answer.headers.add("Retry-After", value);
        return retry_after(answer, new_year + 250ms);
    };
    EXPECT_EQ(of("Wed, 01 Jan 2025 00:00:07 GMT"), 6750ms);
    EXPECT_EQ(of("Wednesday, 01-Jan-25 00:00:07 GMT"), 6750ms);
    EXPECT_EQ(of("Wed Jan  1 00:00:07 2025"), 6750ms);
    EXPECT_EQ(of("Wed, 01 Jan 2025 00:00:00 GMT"), 0s);  // is past
    EXPECT_EQ(of("Fri, 31 Dec 1999 23:59:59 GMT"), 0s);
    EXPECT_EQ(of("Fri, 31 Dec 9999 23:59:59 GMT"), 1'000'000'000s);
}

TEST(ChargeClient, JudgesADateByItsOwnClock) {
    client_script p{.answers =
                        testing::in_order({line(503, "Wed, 01 Jan 2025 00:00:07 GMT"), line(201)})};
    const client_run right(p);
    EXPECT_GE(right.attempts.at(1).begun.time_since_epoch(), 7s);
    EXPECT_LE(right.attempts.at(1).begun.time_since_epoch(), 7s + 100ms);
    p.meanwhile = [](charge_world& t) { t.shop.jump_clock(-5s); };
    const client_run behind(p);
    EXPECT_GE(behind.attempts.at(1).begun.time_since_epoch(), 12s);
    EXPECT_LE(behind.attempts.at(1).begun.time_since_epoch(), 12s + 100ms);
}

TEST(ChargeClient, DoesNotWaitForALongerRetryAfterThanItsPolicyAllows) {
    model::retry_policy policy(1s, 6, 60s);
    policy.retry_after_max = 7s;
    const client_run allowed({line(503, "7"), line(201)}, policy);
    EXPECT_EQ(allowed.attempts.size(), 2U);
    const client_run longer({line(503, "8"), line(201)}, policy);
    EXPECT_EQ(longer.attempts.size(), 1U);
    EXPECT_THAT(longer.settled, ElementsAre(std::make_pair(3, 0)));
}

// --- Retry budget ---

TEST(ChargeClient, MakesNoRetryThatItCannotPayFor) {
    model::retry_policy policy(1s, 10, 60s, 10ms);
    policy.budget = model::retry_budget{.tokens_max = 5, .retry_costs = 2, .success_earns = 1};
    const client_script p{.answers = always(line(503)), .policy = policy, .intents = purchases(3)};
    const client_run down(p);
    EXPECT_EQ(down.requests.size(), 5U);  // three first attempts and two retries
    EXPECT_THAT(down.settled,
                ElementsAre(std::make_pair(1, 0), std::make_pair(2, 0), std::make_pair(3, 0)));
}

TEST(ChargeClient, EarnsRetriesByWhatIsSettled) {
    model::retry_policy policy(1s, 10, 60s, 10ms);
    policy.budget = model::retry_budget{.tokens_max = 1, .retry_costs = 1, .success_earns = 1};
    client_script p{
        .answers = testing::in_order({line(503), line(201), line(0), line(422), line(409)}),
        .policy = policy,
        .intents = purchases(3)};
    const client_run earning(p);
    EXPECT_THAT(earning.settled,
                ElementsAre(std::make_pair(1, 201), std::make_pair(2, 422), std::make_pair(3, 0)));
    policy.budget.success_earns = 0;
    p.policy = policy;
    const client_run spending(p);
    EXPECT_THAT(spending.settled,
                ElementsAre(std::make_pair(1, 201), std::make_pair(2, 0), std::make_pair(3, 422)));
}

// --- Circuit breaker ---

model::retry_policy with_breaker(sim::duration open_for) {
    model::retry_policy policy(1s, 10, 60s, 10ms);
    policy.breaker = model::breaker_policy{.failures_to_open = 3, .open_for = open_for};
    return policy;
}

TEST(ChargeClient, SendsNothingWhileItsBreakerIsOpen) {
    const std::vector<line> lines{line(503), line(0), line(500), line(503), line(201)};
    const client_run p(lines, with_breaker(5s));
    ASSERT_EQ(p.attempts.size(), 5U);
    EXPECT_LT(p.pause_before(2), 100ms);
    EXPECT_GE(p.pause_before(3), 5s);  // it opened at the third
    EXPECT_GE(p.pause_before(4), 5s);  // the probe failed
    EXPECT_LT(p.pause_before(4), 6s);
    EXPECT_THAT(p.settled, ElementsAre(std::make_pair(3, 201)));
}

TEST(ChargeClient, CountsFailuresInARowOnly) {
    const std::vector<line> lines{line(503), line(503), line(429), line(503),
                                  line(409), line(503), line(0),   line(201)};
    const client_run p(lines, with_breaker(5s));
    EXPECT_EQ(p.attempts.size(), 8U);
    EXPECT_LT(p.settled_at.time_since_epoch(), 5s);
}

TEST(ChargeClient, WaitsForItsBreakerAsLongAsItsTimeLasts) {
    client_script p{
        .answers = always(line(503)), .policy = with_breaker(5s), .intents = purchases(2)};
    p.policy.elapsed_max = 4s;
    const client_run never(p);
    EXPECT_EQ(never.attempts.size(), 3U);  // the second intent was not sent at all
    EXPECT_THAT(never.settled, ElementsAre(std::make_pair(1, 0), std::make_pair(2, 0)));
    EXPECT_LE(never.settled_at.time_since_epoch(), 4s);
}

// --- With the reference server ---

TEST(ChargeClient, PaysOnceInTheWorldWhenTheAnswerIsLost) {
    sim::single_fault lost("intent-1/attempt-1/client>api/response",
                           sim::injection(sim::primitive::lose));
    charge_world t(7, &lost);
    t.serve("api-1", 80);
    std::optional<model::http_response> answer;
    t.visit("client", [&](sim::incarnation& self) -> awaitable<void> {
        const sim::endpoint api("api", 80);
        retrying_client<model::simulated> client(self, api);
        const client_intent intent = purchase(1);
        answer = co_await client.settle(intent);
    });
    t.run();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 201U);
    EXPECT_NE(answer->headers.find("Idempotent-Replayed"), nullptr);
    EXPECT_EQ(t.rows("SELECT id FROM ledger").size(), 1U);
}

TEST(ChargeClient, PaysOnRealSocketsAndARealFile) {
    const model::testing::real_file file("retrying_client.db");
    // tidy: allow asio::io_context: the arm that runs on real sockets
    boost::asio::io_context io;
    const model::real::process self(io.get_executor(), "api-1", 1, file.path());
    const server_setting<model::real> setting(testing::promised());
    charge_server<model::real> server(self, setting);
    const model::real::endpoint loopback(boost::asio::ip::address_v4::loopback(), 0);
    model::real::acceptor listening(io, loopback);
    retrying_client<model::real> client(self, listening.local_endpoint());
    std::optional<model::http_response> answer;
    const auto client_script = [&]() -> awaitable<void> {
        model::real::database db(self);
        co_await db.open();
        db.execute(std::string(charge_schema));
        const client_intent intent = purchase(1);
        answer = co_await client.settle(intent);
        io.stop();
    };
    boost::asio::co_spawn(io, server.serve(std::move(listening)), boost::asio::detached);
    boost::asio::co_spawn(io, client_script(), boost::asio::detached);
    io.run();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 201U);
}

}  // namespace
}  // namespace onceproof::designs
