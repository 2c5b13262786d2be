// The designs without a claim: one list of exchanges for each, in the world and on the loopback
// with a real SQLite file; then what it takes two at once, time or a contract to see.
#include "designs/variants/variants.hpp"

#include "designs/parts/server_testing.hpp"
#include "model/http/loopback_testing.hpp"
#include "model/oracle/marks.hpp"
#include "model/platform/real_file_testing.hpp"

#include <boost/asio/experimental/awaitable_operators.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::designs {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using local_transaction = local_transaction_server<model::simulated>;
using natural_key = natural_key_server<model::simulated>;

std::string schema_with_natural_key() {
    return charge_schema + std::string(ledger_schema_with_natural_key);
}

std::string purchase_of_order(int number, std::int64_t amount, std::string_view more = "") {
    return "{\"amount\":" + std::to_string(amount) +
           ",\"currency\":\"EUR\",\"reference\":\"order-" + std::to_string(number) + '"' +
           std::string(more) + '}';
}

model::http_request minimal(model::http_request request) {
    request.headers.add("Prefer", "return=minimal");
    return request;
}

model::http_request refund(std::string_view key) {
    model::http_request request = charge(key);
    request.target = "/v1/refunds";
    return request;
}

model::http_request without_key() {
    model::http_request request("POST", "/v1/charges", order_17);
    request.headers.add("Host", "api");
    request.headers.add("Authorization", "Bearer shop-1");
    return request;
}

model::http_request order(std::string_view method, std::string_view body) {
    model::http_request request = charge("k1", body);
    request.method = method;
    request.target = "/v1/orders/a";
    return request;
}

// A request, and what its answer must be.
struct exchange {
    exchange(std::string_view n, model::http_request r, unsigned s, std::string_view l, bool a)
        : name(n), request(std::move(r)), status(s), location(l), again(a) {}

    std::string name;
    model::http_request request;
    unsigned status;
    std::string location;
    bool again;  // marked as a replay
};

std::vector<exchange> with_local_transaction() {
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

// The key says nothing, the reference all.
std::vector<exchange> with_natural_key() {
    return {{"first", charge("k1"), 201, "/v1/charges/ch_1", false},
            {"again", charge("k1"), 201, "/v1/charges/ch_1", true},
            {"other key", charge("k2"), 201, "/v1/charges/ch_1", true},
            {"no key", without_key(), 201, "/v1/charges/ch_1", true},
            {"other amount", charge("k1", purchase_of_order(17, 7)), 422, "", false},
            {"after that", charge("k1"), 201, "/v1/charges/ch_1", true},
            {"declined", charge("k3", purchase_of_order(18, 1'000'001)), 402, "", false},
            {"corrected", charge("k3", purchase_of_order(18, 5)), 201, "/v1/charges/ch_2", false},
            {"other tenant", charge("k1", order_17, "shop-2"), 201, "/v1/charges/ch_3", false},
            {"other operation", refund("k1"), 201, "/v1/refunds/re_4", false},
            {"no body", minimal(charge("k1")), 204, "/v1/charges/ch_1", true},
            {"bad body", charge("k5", "[]"), 400, "", false},
            {"put", order("PUT", "{\"n\":1}"), 200, "", false},
            {"put again", order("PUT", "{\"n\":2}"), 200, "", false},
            {"get", order("GET", ""), 200, "", false}};
}

server_setup setup_of(std::string_view contract_name) {
    server_setup s(contract_name);
    s.schema = contract_name == "natural-key" ? schema_with_natural_key() : charge_schema;
    return s;
}

// Each asked when the one before has been answered.
template <class Server>
std::vector<model::http_response> in_the_world(const std::string& contract_name,
                                               const std::vector<exchange>& asked) {
    server_world t(setup_of(contract_name));
    t.template serve<Server>("api-1", 80);
    sim::duration when{};
    for (const exchange& e : asked) {
        t.at(when += 1s, e.name, e.request);
    }
    t.run();
    std::vector<model::http_response> answers;
    for (const exchange& e : asked) {
        answers.push_back(t[e.name]);
    }
    return answers;
}

// Plays CLIENT against Server with a new database of that schema.
template <class Server>
void on_the_loopback(const std::string& contract_name, const std::string& schema,
                     const model::testing::loopback_client& client) {
    const model::testing::real_file file("variants.db");
    const auto main = [&](const model::real::process& self,
                          const model::real::endpoint& where) -> awaitable<void> {
        {
            model::real::database db(self);
            co_await db.open();
            db.execute(schema);
        }
        co_await client(self, where);
    };
    const server_setting<model::real> setting(*model::find_contract(contract_name));
    model::testing::play_on_the_loopback<Server>("api-1", file.path(), main, setting);
}

template <class Server>
std::vector<model::http_response> on_the_loopback(const std::string& contract_name,
                                                  const std::string& schema,
                                                  const std::vector<exchange>& asked) {
    std::vector<model::http_response> answers;
    on_the_loopback<Server>(contract_name, schema,
                            [&](const model::real::process& self,
                                const model::real::endpoint& where) -> awaitable<void> {
                                for (const exchange& e : asked) {
                                    auto answer =
                                        co_await http_call<model::real>(self, where, e.request, 1h);
                                    answers.push_back(std::move(answer).value());
                                }
                            });
    return answers;
}

void expect_as_documented(const std::vector<exchange>& asked,
                          const std::vector<model::http_response>& answers) {
    ASSERT_EQ(answers.size(), asked.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
        SCOPED_TRACE(asked[i].name);
        EXPECT_EQ(answers[i].status, asked[i].status) << answers[i].body;
        EXPECT_EQ(header(answers[i], "Location"), asked[i].location);
        EXPECT_EQ(is_replay(answers[i]), asked[i].again);
    }
}

TEST(LocalTransactionServer, AnswersEachRequestAsDocumented) {
    const auto asked = with_local_transaction();
    expect_as_documented(asked, in_the_world<local_transaction>("strict", asked));
}

TEST(LocalTransactionServer, AnswersAlikeOnTheLoopback) {
    const auto asked = with_local_transaction();
    EXPECT_EQ(
        (on_the_loopback<local_transaction_server<model::real>>("strict", charge_schema, asked)),
        in_the_world<local_transaction>("strict", asked));
}

TEST(NaturalKeyServer, AnswersEachRequestAsDocumented) {
    const auto asked = with_natural_key();
    expect_as_documented(asked, in_the_world<natural_key>("natural-key", asked));
}

TEST(NaturalKeyServer, AnswersAlikeOnTheLoopback) {
    const auto asked = with_natural_key();
    EXPECT_EQ((on_the_loopback<natural_key_server<model::real>>("natural-key",
                                                                schema_with_natural_key(), asked)),
              in_the_world<natural_key>("natural-key", asked));
}

TEST(Variants, ReplayToTheByte) {
    const auto local = in_the_world<local_transaction>("strict", with_local_transaction());
    const auto natural = in_the_world<natural_key>("natural-key", with_natural_key());
    for (const auto* answers : {&local, &natural}) {
        model::http_response expected = answers->at(0);
        expected.headers.add("Idempotent-Replayed", "true");
        EXPECT_EQ(answers->at(1), expected);
        EXPECT_EQ(answers->at(answers->size() - 1).body, "{\"n\":2}");
    }
}

// --- In the world, at two processes ---

// All at once, at two processes in turn: one charges, each gets its answer.
template <class Server>
void expect_one_charge_of_many(std::string_view contract_name) {
    const std::vector<std::string> names{"a", "b", "c", "d", "e", "f"};
    server_world t(setup_of(contract_name));
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
    EXPECT_EQ(t.said(model::marks::charges), 1U);
    EXPECT_EQ(t.said(model::marks::replays), names.size() - 1);
    EXPECT_THAT(t.rows("SELECT id FROM ledger"), ElementsAre("1"));
}

TEST(LocalTransactionServer, ChargesOnceForManyWhoComeAtOnce) {
    expect_one_charge_of_many<local_transaction>("strict");
}

TEST(NaturalKeyServer, ChargesOnceForManyWhoComeAtOnce) {
    expect_one_charge_of_many<natural_key>("natural-key");
}

// Two connections to one server, hence two to its database.
template <class Server>
void expect_one_charge_of_two(const std::string& contract_name) {
    using namespace boost::asio::experimental::awaitable_operators;
    const std::string schema = setup_of(contract_name).schema;
    on_the_loopback<Server>(
        contract_name, schema,
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

TEST(Variants, ChargeOnceForTwoWhoComeAtOnceOnTheLoopback) {
    expect_one_charge_of_two<local_transaction_server<model::real>>("strict");
    expect_one_charge_of_two<natural_key_server<model::real>>("natural-key");
}

// The whole work is one transaction, so who dies at its commit leaves all of it or nothing.
TEST(LocalTransactionServer, LeavesAllOrNothingWhenItDies) {
    for (const sim::timing when : {sim::timing::before, sim::timing::after}) {
        const bool committed = when == sim::timing::after;
        harms_at plan;
        plan.add("pay-1/api-1/db commit", sim::injection(sim::primitive::kill, when));
        server_setup s = setup_of("strict");
        s.opponent = &plan;
        server_world t(s);
        t.serve<local_transaction>("api-1", 80);
        t.serve<local_transaction>("api-2", 81);
        t.at(0s, "lost", charge("k1"));
        t.at(100ms, "next", charge("k1"), 81);
        t.run();
        EXPECT_TRUE(plan.all_done());
        EXPECT_EQ(t["lost"].status, 0U);
        EXPECT_EQ(t["next"].status, 201U) << "nobody has to wait for a lease";
        EXPECT_EQ(is_replay(t["next"]), committed);
        EXPECT_THAT(t.rows("SELECT id FROM ledger"), ElementsAre("1"));
    }
}

TEST(LocalTransactionServer, TellsThatAKeyHasExpired) {
    server_setup s = setup_of("strict");
    s.by.retention = 1h;
    server_world t(s);
    t.serve<local_transaction>("api-1", 80);
    t.at(0s, "first", charge("k1"));
    t.at(59min, "in time", charge("k1"));
    t.at(61min, "too late", charge("k1"));
    t.at(61min, "other body", charge("k1", purchase_of(7)));
    t.run();
    EXPECT_TRUE(is_replay(t["in time"]));
    EXPECT_EQ(t["too late"].status, 410U);
    EXPECT_EQ(t["other body"].status, 422U);
    EXPECT_THAT(t.rows("SELECT id FROM ledger"), ElementsAre("1"));
}

// Rows of the ledger do not expire, whatever is said of keys.
TEST(NaturalKeyServer, ChargesAReferenceOnceForEver) {
    server_setup s = setup_of("natural-key");
    s.by.retention = 1h;
    server_world t(s);
    t.serve<natural_key>("api-1", 80);
    t.at(0s, "first", charge("k1"));
    t.at(365 * 24h, "next year", charge("k2"));
    t.run();
    EXPECT_EQ(t["next year"].body, t["first"].body);
    EXPECT_TRUE(is_replay(t["next year"]));
    EXPECT_THAT(t.rows("SELECT id FROM ledger"), ElementsAre("1"));
    EXPECT_EQ(t.rows("SELECT key FROM records").size(), 0U);
}

// What is there must be what is asked for: another currency is another charge.
TEST(NaturalKeyServer, RefusesAnotherCurrencyUnderTheSameReference) {
    server_world t(setup_of("natural-key"));
    t.serve<natural_key>("api-1", 80);
    t.at(0s, "euro", charge("k1"));
    t.at(1s, "dollar", charge("k2", R"({"amount":1250,"currency":"USD","reference":"order-17"})"));
    t.run();
    EXPECT_EQ(t["euro"].status, 201U);
    EXPECT_EQ(t["dollar"].status, 422U) << t["dollar"].body;
}

// Nothing is stored of the answer: it is made as it would be now.
TEST(NaturalKeyServer, AnswersAsIfItHadBeenMadeNow) {
    server_world t(setup_of("natural-key"));
    t.serve<natural_key>("api-1", 80);
    t.at(0s, "first", charge("k1"));
    t.at(1s, "again", charge("k1", purchase_of_order(17, 1250, R"(,"description":"a hat")")));
    t.run();
    EXPECT_EQ(t["again"].status, 201U);
    EXPECT_THAT(t["again"].body, HasSubstr(R"("id":"ch_1")"));
    EXPECT_THAT(t["again"].body, HasSubstr("a hat"));
}

}  // namespace
}  // namespace onceproof::designs
