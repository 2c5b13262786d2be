// The key store and its client: what each call answers, in the world and on the loopback; races,
// expiry to the nanosecond, restarts, and a store that cannot be reached.
#include "designs/beside/key_store.hpp"

#include "designs/parts/key_store_client.hpp"
#include "model/http/http_call.hpp"
#include "model/http/loopback_testing.hpp"
#include "sim/net/two_hosts.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace onceproof::designs {
namespace {

using namespace std::chrono_literals;
using boost::asio::awaitable;
using model::testing::run_on_the_loopback;
using ::testing::ElementsAre;
using client = key_store_client<model::simulated>;

awaitable<void> serve_key_store(sim::incarnation& self) {
    key_store<model::simulated> store(self);
    co_await store.serve(80);
}

// A world with a store, and one client of it or several.
struct cache : sim::two_hosts {
    explicit cache(sim::body asks, sim::fault_injector* injector = nullptr)
        : two_hosts(std::move(asks), serve_key_store, injector) {}

    void also(std::string_view name, sim::body asks) {
        client_host.add_process(name, sim::run_body(std::move(asks))).start();
    }
};

client client_of(sim::incarnation& self) {
    return {self, sim::endpoint("server", 80), 500ms};
}

// "done "1-1" value", with what there is of it.
std::string in_words(const store_answer& told) {
    std::string text = told.outcome == store_outcome::done      ? "done"
                       : told.outcome == store_outcome::refused ? "refused"
                                                                : "unreachable";
    text += told.etag.empty() ? "" : " " + told.etag;
    text += told.value.empty() ? "" : " " + told.value;
    return text;
}

// One call of each kind that is done, and one that is refused.
template <class Client>
awaitable<void> call_each(const Client& keys, std::vector<std::string>& told) {
    const std::string key = "shop-1/POST /v1/charges/k\"1\"?";
    const auto say = [&](const store_answer& answer) { told.push_back(in_words(answer)); };
    say(co_await keys.get(key));
    say(co_await keys.insert(key, "in flight", 1h));
    say(co_await keys.insert(key, "another", 1h));
    say(co_await keys.swap(key, "\"1-1\"", "201\r\n\r\n{}", 1h));
    say(co_await keys.swap(key, "\"1-1\"", "stale", 1h));
    say(co_await keys.get(key));
    say(co_await keys.erase(key, "\"1-1\""));
    say(co_await keys.erase(key, "\"1-2\""));
    say(co_await keys.get(key));
    say(co_await keys.swap(key, "\"1-2\"", "gone", 1h));
    say(co_await keys.erase(key, "\"1-2\""));
    say(co_await keys.insert(key, "", 1h));
    say(co_await keys.get("other"));
}

const auto each_told = ElementsAre("refused", "done \"1-1\"", "refused", "done \"1-2\"", "refused",
                                   "done \"1-2\" 201\r\n\r\n{}", "refused", "done", "refused",
                                   "refused", "refused", "done \"1-3\"", "refused");

TEST(KeyStore, DoesWhatItIsToldUnlessTheConditionIsNotMet) {
    std::vector<std::string> told;
    cache t([&](sim::incarnation& self) -> awaitable<void> {
        const client keys = client_of(self);
        co_await call_each(keys, told);
    });
    t.run();
    EXPECT_THAT(told, each_told);
}

TEST(KeyStore, AnswersAlikeOnTheLoopback) {
    std::vector<std::string> told;
    run_on_the_loopback<key_store<model::real>>(
        "store-1", "",
        [&](const model::real::process& self,
            const model::real::endpoint& store) -> awaitable<void> {
            const key_store_client<model::real> keys(self, store, 10s);
            co_await call_each(keys, told);
        });
    EXPECT_THAT(told, each_told);
}

// Requests as the client never sends them.
TEST(KeyStore, RefusesWhatMakesNoSense) {
    struct asked {
        asked(std::string_view m, std::string_view t, std::string_view c, std::string_view v,
              unsigned s)
            : request(m, t, ""), status(s) {
            request.headers.add("Host", "server");
            if (!c.empty()) {
                request.headers.add(c, v);
            }
        }
        model::http_request request;
        unsigned status;
    };
    const std::vector<asked> all{
        {"PUT", "/v1/keys/k?ttl=1", "", "", 428},
        {"PUT", "/v1/keys/k?ttl=1", "If-None-Match", "\"1-1\"", 400},
        {"PUT", "/v1/keys/k", "If-None-Match", "*", 400},
        {"PUT", "/v1/keys/k?ttl=0", "If-None-Match", "*", 400},
        {"PUT", "/v1/keys/k?ttl=-1", "If-None-Match", "*", 400},
        {"PUT", "/v1/keys/k?ttl=86400000001", "If-None-Match", "*", 400},
        {"PUT", "/v1/keys/", "If-None-Match", "*", 404},
        {"PUT", "/v1/keys/%", "If-None-Match", "*", 404},
        {"PUT", "/v1/key", "If-None-Match", "*", 404},
        {"POST", "/v1/keys/k", "", "", 405},
        {"PUT", "/v1/keys/k?ttl=86400000000", "If-None-Match", "*", 201},
        {"DELETE", "/v1/keys/k", "", "", 428},
        {"DELETE", "/v1/keys/k", "If-Match", "1-1", 412},
        {"GET", "/v1/keys/k", "", "", 200},
    };
    std::vector<unsigned> told;
    cache t([&](sim::incarnation& self) -> awaitable<void> {
        const sim::endpoint where("server", 80);
        for (const asked& a : all) {
            const auto answer = co_await http_call<model::simulated>(self, where, a.request, 1s);
            told.push_back(answer.value().status);
        }
    });
    t.run();
    ASSERT_EQ(told.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(told[i], all[i].status) << all[i].request.method << ' ' << all[i].request.target;
    }
}

TEST(KeyStore, LetsOneOfTwoInsert) {
    std::vector<std::string> told;
    const auto insert = [&](sim::incarnation& self) -> awaitable<void> {
        const client keys = client_of(self);
        const store_answer answer = co_await keys.insert("k", "mine", 1h);
        told.push_back(in_words(answer));
    };
    cache t(insert);
    t.also("client-2", insert);
    t.run();
    EXPECT_THAT(told, ElementsAre("done \"1-1\"", "refused"));
}

// When a request that is sent at SENT after an insert for TTL arrives, it has been there so long.
store_outcome found_after(sim::duration sent, std::chrono::milliseconds ttl) {
    store_outcome found = store_outcome::unreachable;
    cache t([&](sim::incarnation& self) -> awaitable<void> {
        const client keys = client_of(self);
        const sim::time_point begun = self.in().now();
        co_await keys.insert("k", "v", ttl);
        co_await sim::pause_for(begun + sent - self.in().now());
        const store_answer answer = co_await keys.get("k");
        found = answer.outcome;
    });
    t.run();
    return found;
}

TEST(KeyStore, ForgetsAKeyAtTheEndOfItsTimeAndNotBefore) {
    EXPECT_EQ(found_after(30s - 1ns, 30s), store_outcome::done);
    EXPECT_EQ(found_after(30s, 30s), store_outcome::refused);
    EXPECT_EQ(found_after(30s + 1ns, 30s), store_outcome::refused);
    EXPECT_EQ(found_after(2h, longest_ttl), store_outcome::done);
}

TEST(KeyStore, BeginsTheTimeAnewAtASwap) {
    std::vector<std::string> told;
    cache t([&](sim::incarnation& self) -> awaitable<void> {
        const client keys = client_of(self);
        const auto say = [&](const store_answer& answer) { told.push_back(in_words(answer)); };
        say(co_await keys.insert("k", "v", 10s));
        co_await sim::pause_for(9s);
        say(co_await keys.swap("k", "\"1-1\"", "w", 10s));
        co_await sim::pause_for(9s);
        say(co_await keys.get("k"));
        co_await sim::pause_for(1s);
        say(co_await keys.swap("k", "\"1-2\"", "x", 10s));
        say(co_await keys.insert("k", "y", 10s));
    });
    t.run();
    EXPECT_THAT(told, ElementsAre("done \"1-1\"", "done \"1-2\"", "done \"1-2\" w", "refused",
                                  "done \"1-3\""));
}

TEST(KeyStore, GoesByItsOwnClock) {
    std::vector<std::string> told;
    cache t([&](sim::incarnation& self) -> awaitable<void> {
        const client keys = client_of(self);
        const auto say = [&](const store_answer& answer) { told.push_back(in_words(answer)); };
        say(co_await keys.insert("k", "v", 10s));
        self.on().jump_clock(1h);
        say(co_await keys.get("k"));
        self.in().find_host("server")->jump_clock(10s);
        say(co_await keys.get("k"));
    });
    t.run();
    EXPECT_THAT(told, ElementsAre("done \"1-1\"", "done \"1-1\" v", "refused"));
}

// A version of before is none of after, so a swap that was late cannot hit another's key.
TEST(KeyStore, ForgetsAllWhenItDiesAndGivesNoVersionTwice) {
    std::vector<std::string> told;
    cache t([&](sim::incarnation& self) -> awaitable<void> {
        const client keys = client_of(self);
        const auto say = [&](const store_answer& answer) { told.push_back(in_words(answer)); };
        say(co_await keys.insert("k", "v", 1h));
        co_await sim::pause_for(1s);
        say(co_await keys.insert("k", "w", 1h));
        say(co_await keys.swap("k", "\"1-1\"", "late", 1h));
        say(co_await keys.get("k"));
    });
    t.w.after(500ms, [&] {
        t.server.kill();
        t.server.start();
    });
    t.run();
    EXPECT_THAT(told, ElementsAre("done \"1-1\"", "done \"2-1\"", "refused", "done \"2-1\" w"));
}

TEST(KeyStore, CannotBeReachedWhileItIsDownOrSilent) {
    std::vector<std::string> told;
    sim::single_fault h("client>server/request", sim::injection(sim::primitive::lose));
    cache t(
        [&](sim::incarnation& self) -> awaitable<void> {
            const client keys = client_of(self);
            const auto say = [&](const store_answer& answer) {
                told.push_back(in_words(answer) + " at " + sim::to_text(self.in().now()));
            };
            say(co_await keys.insert("k", "v", 1h));
            self.in().find_host("server")->processes().front()->kill();
            say(co_await keys.get("k"));
        },
        &h);
    t.run();
    EXPECT_THAT(told, ElementsAre("unreachable at 500.000000", "unreachable at 502.000000"));
}

// What a first insert is told when the store has that failure, and what a second one is.
std::vector<std::string> failed(sim::literal what) {
    std::vector<std::string> told;
    sim::single_fault h("intent-1/server-1/store", sim::injection(what));
    cache t(
        [&](sim::incarnation& self) -> awaitable<void> {
            model::simulated::activity::root(self.get_executor()).open("intent", 1);
            const client keys = client_of(self);
            const auto say = [&](const store_answer& answer) { told.push_back(in_words(answer)); };
            say(co_await keys.insert("k", "v", 1h));
            say(co_await keys.insert("k", "v", 1h));
        },
        &h);
    t.run();
    EXPECT_TRUE(h.has_fired);
    return told;
}

TEST(KeyStore, MayFailBeforeOrAfterItsWork) {
    EXPECT_THAT(failed(model::service_failure::too_busy),
                ElementsAre("unreachable", "done \"1-1\""));
    EXPECT_THAT(failed(model::service_failure::fail_before),
                ElementsAre("unreachable", "done \"1-1\""));
    EXPECT_THAT(failed(model::service_failure::fail_after), ElementsAre("unreachable", "refused"));
}

}  // namespace
}  // namespace onceproof::designs
