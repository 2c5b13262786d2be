// The reference client: against a server that answers by a script, and against the reference
// server in the world and on a real loopback connection.
#include "model/charge_client.hpp"

#include "model/charge_testing.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

namespace onceproof::model {
namespace {

using testing::charge_world;
using testing::header;
using namespace std::chrono_literals;
using boost::asio::awaitable;
using ::testing::ElementsAre;

// What a scripted server does with one request.
struct line {
    explicit line(unsigned s, std::string_view r = {}, sim::duration d = 0s)
        : status(s), retry_after(r), delay(d) {}

    unsigned status;  // 0: ends the connection instead of answering
    std::string retry_after;
    sim::duration delay;
};

struct seen_attempt {
    sim::time_point begun;
    sim::time_point ended;
    charge_attempt attempt;
    std::string authorization;
    std::string label;
};

// Plays one intent against a script; after its last line the server does not accept any more.
class played final : public client_observer {
public:
    explicit played(std::vector<line> lines, retry_policy policy = retry_policy(),
                    std::uint64_t seed = 7)
        : t_(seed) {
        sim::process& server = t_.api.add_process(
            "api-1", sim::run_body([lines, this](sim::incarnation& self) -> awaitable<void> {
                sim::acceptor listening(self, 80);
                for (const line& l : lines) {
                    http_connection c(co_await listening.async_accept(boost::asio::use_awaitable));
                    boost::asio::co_spawn(self, answer_one(std::move(c), l), boost::asio::detached);
                }
            }));
        server.start();
        t_.visit("client", [policy, this](sim::incarnation& self) -> awaitable<void> {
            const sim::endpoint api("api", 80);
            charge_client<simulated> client(self, api, policy, this);
            const charge_intent intent(3, "shop-1", 1250, "EUR", "order \"17\"");
            answer = co_await client.pay(intent);
            label_at_end = sim::activity::current(self.get_executor()).name();
            settled_at = t_.w.now();
        });
        t_.run();
    }

    void attempt_begins(const charge_attempt& a) override {
        const sim::executor ex = t_.shop.processes().front()->alive()->get_executor();
        attempts.push_back({t_.w.now(), {}, a, {}, sim::activity::current(ex).name()});
    }
    void attempt_ends(const charge_attempt&, const std::optional<http_response>&) override {
        attempts.back().ended = t_.w.now();
    }
    void intent_settles(const charge_intent& i, const std::optional<http_response>& a) override {
        settled.emplace_back(i.number, a ? a->status : 0);
    }

    sim::duration pause_after(std::size_t n) const {
        return attempts.at(n).begun - attempts.at(n - 1).ended;
    }

    std::vector<seen_attempt> attempts;
    std::vector<http_request> requests;
    std::vector<std::pair<std::uint64_t, unsigned>> settled;
    std::optional<http_response> answer;
    std::string label_at_end;
    sim::time_point settled_at;

private:
    awaitable<void> answer_one(http_connection<sim::socket> c, line l) {
        requests.push_back((co_await c.read_request()).value());
        co_await sim::pause_for(l.delay);
        if (l.status != 0) {
            http_response response(l.status, "{}");
            if (!l.retry_after.empty()) {
                response.headers.add("Retry-After", l.retry_after);
            }
            co_await c.write(response);
        }
    }

    charge_world t_;
};

TEST(ChargeClient, SendsTheSameKeyAndBodyUntilItIsAnswered) {
    const played p({line(503), line(0), line(409), line(429), line(201)});
    ASSERT_TRUE(p.answer);
    EXPECT_EQ(p.answer->status, 201U);
    EXPECT_THAT(p.settled, ElementsAre(std::make_pair(3, 201)));
    EXPECT_EQ(p.label_at_end, "pay-3");
    ASSERT_EQ(p.requests.size(), 5U);
    ASSERT_EQ(p.attempts.size(), 5U);
    for (std::size_t i = 0; i < 5; ++i) {
        const charge_attempt& a = p.attempts[i].attempt;
        EXPECT_EQ(a.intent, 3U);
        EXPECT_EQ(a.number, i + 1);
        EXPECT_EQ(a.key, p.attempts[0].attempt.key);
        EXPECT_EQ(p.attempts[i].label, "pay-3/attempt-" + std::to_string(i + 1));
        EXPECT_EQ(p.requests[i].body,
                  R"({"amount":1250,"currency":"EUR","reference":"order \"17\""})");
        EXPECT_EQ(p.requests[i].body, a.body);
        EXPECT_EQ(header(p.requests[i], "Idempotency-Key"), '"' + a.key + '"');
        EXPECT_EQ(header(p.requests[i], "Authorization"), "Bearer shop-1");
    }
    EXPECT_EQ(p.attempts[0].attempt.key.size(), 32U);
}

TEST(ChargeClient, MakesAnotherKeyForAnotherIntent) {
    std::set<std::string> keys;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        keys.insert(played({line(201)}, retry_policy(), seed).attempts[0].attempt.key);
    }
    EXPECT_EQ(keys.size(), 50U);
}

TEST(ChargeClient, DoesNotRepeatWhatIsAnsweredForGood) {
    for (const unsigned status : {200U, 201U, 400U, 401U, 404U, 405U, 408U, 410U, 422U}) {
        const played p({line(status), line(201)});
        EXPECT_EQ(p.attempts.size(), 1U) << status;
        EXPECT_THAT(p.settled, ElementsAre(std::make_pair(3, status)));
    }
}

TEST(ChargeClient, TakesSilenceForUnknownAndAsksAgain) {
    const played p({line(201, "", 5s), line(201)}, retry_policy(1s));
    ASSERT_EQ(p.attempts.size(), 2U);
    EXPECT_EQ(p.attempts[0].ended - p.attempts[0].begun, 1s);
}

TEST(ChargeClient, WaitsAtLeastAsLongAsRetryAfterSays) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const played p({line(503, "7"), line(201)}, retry_policy(1s, 6, 60s, 100ms), seed);
        ASSERT_EQ(p.attempts.size(), 2U);
        EXPECT_GE(p.pause_after(1), 7s);
        EXPECT_LE(p.pause_after(1), 7s + 100ms);
    }
}

TEST(ChargeClient, BacksOffExponentiallyWithFullJitter) {
    const std::vector<line> busy(6, line(503));
    const retry_policy policy(1s, 6, 60s, 100ms, 500ms);
    std::vector<sim::duration> longest(6);
    std::vector<sim::duration> shortest(6, 1h);
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const played p(busy, policy, seed);
        ASSERT_EQ(p.attempts.size(), 6U);
        for (std::size_t n = 1; n < 6; ++n) {
            longest[n] = std::max(longest[n], p.pause_after(n));
            shortest[n] = std::min(shortest[n], p.pause_after(n));
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
    const played p(std::vector<line>(9, line(503)), retry_policy(1s, 4));
    EXPECT_EQ(p.attempts.size(), 4U);
    EXPECT_FALSE(p.answer);
    EXPECT_THAT(p.settled, ElementsAre(std::make_pair(3, 0)));
    EXPECT_EQ(p.label_at_end, "pay-3");
}

TEST(ChargeClient, GivesUpWhenItsTimeIsOver) {
    const std::vector<line> silent(9, line(201, "", 10s));
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const played p(silent, retry_policy(2s, 100, 5s), seed);
        EXPECT_FALSE(p.answer);
        EXPECT_GE(p.attempts.size(), 2U);
        EXPECT_LE(p.settled_at.time_since_epoch(), 5s);
    }
    const played at_once({line(503, "3600"), line(201)}, retry_policy(1s, 6, 60s));
    EXPECT_EQ(at_once.attempts.size(), 1U);
    EXPECT_LE(at_once.settled_at.time_since_epoch(), 1s);
}

TEST(ChargeClient, AsksAgainWhenItIsRefused) {
    const played p({});
    EXPECT_EQ(p.attempts.size(), 6U);
    EXPECT_FALSE(p.answer);
    EXPECT_EQ(p.attempts[0].ended - p.attempts[0].begun, 2ms);
}

TEST(RetryAfter, IsReadInSeconds) {
    const auto of = [](std::string_view value) {
        http_response answer(503, "");
        answer.headers.add("retry-after", value);
        return retry_after(answer);
    };
    EXPECT_EQ(of("0"), 0s);
    EXPECT_EQ(of("120"), 120s);
    EXPECT_EQ(of("99999999999999999999999"), 1'000'000'000s);
    EXPECT_EQ(of("9999999999"), 1'000'000'000s);
    for (const char* other : {"", "-1", "1.5", "1 s", "Fri, 31 Dec 1999 23:59:59 GMT"}) {
        EXPECT_EQ(of(other), 0s) << other;
    }
    EXPECT_EQ(retry_after(http_response(503, "")), 0s);
}

// --- With the reference server ---

TEST(ChargeClient, PaysOnceInTheWorldWhenTheAnswerIsLost) {
    sim::one_harm lost("pay-1/attempt-1/client>api/response", sim::disturbance(sim::harm::silence));
    charge_world t(7, &lost);
    t.serve("api-1", 80);
    std::optional<http_response> answer;
    t.visit("client", [&](sim::incarnation& self) -> awaitable<void> {
        const sim::endpoint api("api", 80);
        charge_client<simulated> client(self, api);
        const charge_intent intent(1, "shop-1", 1250, "EUR", "order-17");
        answer = co_await client.pay(intent);
    });
    t.run();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 201U);
    EXPECT_NE(answer->headers.find("Idempotent-Replayed"), nullptr);
    EXPECT_EQ(t.rows("SELECT id FROM ledger").size(), 1U);
}

TEST(ChargeClient, PaysOnRealSocketsAndARealFile) {
    const std::string file = ::testing::TempDir() + "onceproof_charge_client.db";
    std::filesystem::remove(file);
    // tidy: allow asio::io_context: the arm that runs on real sockets
    boost::asio::io_context io;
    const real::process self(io.get_executor(), "api-1", 1, file);
    charge_server<real> server(self);
    const real::endpoint loopback(boost::asio::ip::address_v4::loopback(), 0);
    real::acceptor listening(io, loopback);
    charge_client<real> client(self, listening.local_endpoint());
    std::optional<http_response> answer;
    const auto play = [&]() -> awaitable<void> {
        real::database db(self);
        co_await db.open();
        db.execute(std::string(charge_schema));
        const charge_intent intent(1, "shop-1", 1250, "EUR", "order-17");
        answer = co_await client.pay(intent);
        io.stop();
    };
    boost::asio::co_spawn(io, server.serve(std::move(listening)), boost::asio::detached);
    boost::asio::co_spawn(io, play(), boost::asio::detached);
    io.run();
    std::filesystem::remove(file);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 201U);
}

}  // namespace
}  // namespace onceproof::model
