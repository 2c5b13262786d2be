// For tests of servers that charge: lists of requests and of what the answers must be, asked in the
// world and on the loopback with a real SQLite file; and many who ask at once.
#pragma once

#include "designs/parts/server_testing.hpp"
#include "model/http/loopback_testing.hpp"
#include "model/oracle/marks.hpp"
#include "model/platform/real_file_testing.hpp"

#include <boost/asio/experimental/awaitable_operators.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace onceproof::designs::testing {

inline std::string purchase_of_order(int number, std::int64_t amount, std::string_view more = "") {
    return "{\"amount\":" + std::to_string(amount) +
           ",\"currency\":\"EUR\",\"reference\":\"order-" + std::to_string(number) + '"' +
           std::string(more) + '}';
}

inline model::http_request minimal(model::http_request request) {
    request.headers.add("Prefer", "return=minimal");
    return request;
}

inline model::http_request refund(std::string_view key) {
    model::http_request request = charge(key);
    request.target = "/v1/refunds";
    return request;
}

inline model::http_request without_key() {
    model::http_request request("POST", "/v1/charges", order_17);
    request.headers.add("Host", "api");
    request.headers.add("Authorization", "Bearer shop-1");
    return request;
}

inline model::http_request order(std::string_view method, std::string_view body) {
    model::http_request request = charge("k1", body);
    request.method = method;
    request.target = "/v1/orders/a";
    return request;
}

// A request, and what its answer must be.
struct documented {
    documented(std::string_view n, model::http_request r, unsigned s, std::string_view l, bool a)
        : name(n), request(std::move(r)), status(s), location(l), again(a) {}

    std::string name;
    model::http_request request;
    unsigned status;
    std::string location;
    bool again;  // marked as a replay
};

// Each asked when the one before has been answered.
template <class Server>
std::vector<model::http_response> in_the_world(const server_setup& setup,
                                               const std::vector<documented>& asked) {
    server_world t(setup);
    t.template serve<Server>("api-1", 80);
    sim::duration when{};
    for (const documented& e : asked) {
        t.at(when += 1s, e.name, e.request);
    }
    t.run();
    std::vector<model::http_response> answers;
    for (const documented& e : asked) {
        answers.push_back(t[e.name]);
    }
    return answers;
}

// Runs CLIENT against Server with a new database.
template <class Server>
void on_the_loopback(const server_setup& setup, const model::testing::loopback_client& client) {
    const model::testing::real_file file("answers.db");
    const auto main = [&](const model::real::process& self,
                          const model::real::endpoint& where) -> awaitable<void> {
        {
            model::real::database db(self);
            co_await db.open();
            db.execute(setup.schema);
        }
        co_await client(self, where);
    };
    const server_setting<model::real> setting(setup.promised);
    model::testing::run_on_the_loopback<Server>("api-1", file.path(), main, setting);
}

template <class Server>
std::vector<model::http_response> on_the_loopback(const server_setup& setup,
                                                  const std::vector<documented>& asked) {
    std::vector<model::http_response> answers;
    on_the_loopback<Server>(setup,
                            [&](const model::real::process& self,
                                const model::real::endpoint& where) -> awaitable<void> {
                                for (const documented& e : asked) {
                                    auto answer =
                                        co_await http_call<model::real>(self, where, e.request, 1h);
                                    answers.push_back(std::move(answer).value());
                                }
                            });
    return answers;
}

inline void expect_as_documented(const std::vector<documented>& asked,
                                 const std::vector<model::http_response>& answers) {
    ASSERT_EQ(answers.size(), asked.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
        SCOPED_TRACE(asked[i].name);
        EXPECT_EQ(answers[i].status, asked[i].status) << answers[i].body;
        EXPECT_EQ(header(answers[i], "Location"), asked[i].location);
        EXPECT_EQ(is_replay(answers[i]), asked[i].again);
    }
}

// Of such a list, in which the second request is the first one again, and the last one reads what
// has been put.
inline void expect_replay_to_the_byte(const std::vector<model::http_response>& answers) {
    model::http_response expected = answers.at(0);
    expected.headers.add("Idempotent-Replayed", "true");
    EXPECT_EQ(answers.at(1), expected);
    EXPECT_EQ(answers.back().body, "{\"n\":2}");
}

// All at once, at two processes in turn: one charges, each gets its answer.
template <class Server>
void expect_one_charge_of_many(const server_setup& setup) {
    const std::vector<std::string> names{"a", "b", "c", "d", "e", "f"};
    server_world t(setup);
    t.serve<Server>("api-1", 80);
    t.serve<Server>("api-2", 81);
    for (std::size_t i = 0; i < names.size(); ++i) {
        t.at(0s, names[i], charge("k1"), i % 2 == 0 ? 80 : 81);
    }
    t.run();
    std::size_t replays = 0;
    for (const std::string& name : names) {
        EXPECT_EQ(t[name].status, 201U) << name;
        EXPECT_EQ(t[name].body, t["a"].body) << name;
        replays += is_replay(t[name]) ? 1 : 0;
    }
    EXPECT_EQ(replays, names.size() - 1);
    EXPECT_EQ(t.said(makes_charge), 1U);
    EXPECT_EQ(t.said(model::marks::replays), names.size() - 1);
    EXPECT_THAT(t.rows("SELECT id FROM ledger"), ::testing::ElementsAre("1"));
}

// Two connections to one server, hence two to its database.
template <class Server>
void expect_one_charge_of_two(const server_setup& setup) {
    using namespace boost::asio::experimental::awaitable_operators;
    on_the_loopback<Server>(
        setup,
        [](const model::real::process& self,
           const model::real::endpoint& where) -> awaitable<void> {
            const model::http_request request = charge("k1");
            auto both = co_await (http_call<model::real>(self, where, request, 1h) &&
                                  http_call<model::real>(self, where, request, 1h));
            const model::http_response one = std::get<0>(both).value();
            const model::http_response two = std::get<1>(both).value();
            EXPECT_EQ(one.status, 201U);
            EXPECT_EQ(one.body, two.body);
            EXPECT_NE(is_replay(one), is_replay(two));
            model::real::database db(self);
            co_await db.open();
            model::real_statement& count = db.prepared("SELECT COUNT(*) FROM ledger");
            co_await db.step(count, "db count");
            EXPECT_EQ(count.integer(0), 1);
        });
}

// What a server answers that makes the effect and keeps its answer in one commit.
inline std::vector<documented> in_one_commit() {
    return {{"first", charge("k1"), 201, "/v1/charges/ch_1", false},
            {"again", charge("k1"), 201, "/v1/charges/ch_1", true},
            {"other body", charge("k1", purchase_of_order(17, 7)), 422, "", false},
            {"after that", charge("k1"), 201, "/v1/charges/ch_1", true},
            {"other key", charge("k2"), 201, "/v1/charges/ch_2", false},
            {"declined", charge("k3", purchase_of_order(18, 1'000'001)), 402, "", false},
            {"declined again", charge("k3", purchase_of_order(18, 1'000'001)), 402, "", true},
            {"corrected", charge("k3", purchase_of_order(18, 1'000'000)), 422, "", false},
            {"other tenant", charge("k1", order_17, "shop-2"), 201, "/v1/charges/ch_3", false},
            {"other operation", refund("k1"), 201, "/v1/refunds/re_4", false},
            {"no body", minimal(charge("k5")), 204, "/v1/charges/ch_5", false},
            {"no body again", minimal(charge("k5")), 204, "/v1/charges/ch_5", true},
            {"no key", without_key(), 400, "", false},
            {"put", order("PUT", "{\"n\":1}"), 200, "", false},
            {"put again", order("PUT", "{\"n\":2}"), 200, "", false},
            {"get", order("GET", ""), 200, "", false}};
}

}  // namespace onceproof::designs::testing
