// The server that relies on a natural key: a list of exchanges, in the world and on the loopback
// with a real SQLite file; then what it takes two at once, time or a contract to see.
#include "designs/natural_key/natural_key_server.hpp"

#include "designs/parts/answers_testing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace onceproof::designs {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using natural_key = natural_key_server<model::simulated>;

server_setup by_reference() {
    server_setup s("natural-key");
    s.schema += ledger_schema_with_natural_key;
    return s;
}

// The key says nothing, the reference all.
std::vector<documented> with_natural_key() {
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

TEST(NaturalKeyServer, AnswersEachRequestAsDocumented) {
    const auto asked = with_natural_key();
    expect_as_documented(asked, in_the_world<natural_key>(by_reference(), asked));
}

TEST(NaturalKeyServer, AnswersAlikeOnTheLoopback) {
    const auto asked = with_natural_key();
    EXPECT_EQ((on_the_loopback<natural_key_server<model::real>>(by_reference(), asked)),
              in_the_world<natural_key>(by_reference(), asked));
}

TEST(NaturalKeyServer, ChargesOnceForManyWhoComeAtOnce) {
    expect_one_charge_of_many<natural_key>(by_reference());
}

// Rows of the ledger do not expire, whatever is said of keys.
TEST(NaturalKeyServer, ChargesAReferenceOnceForEver) {
    server_setup s = by_reference();
    s.promised.retention = 1h;
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
    server_world t(by_reference());
    t.serve<natural_key>("api-1", 80);
    t.at(0s, "euro", charge("k1"));
    t.at(1s, "dollar", charge("k2", R"({"amount":1250,"currency":"USD","reference":"order-17"})"));
    t.run();
    EXPECT_EQ(t["euro"].status, 201U);
    EXPECT_EQ(t["dollar"].status, 422U) << t["dollar"].body;
}

// Nothing is stored of the answer: it is made as it would be now.
TEST(NaturalKeyServer, AnswersAsIfItHadBeenMadeNow) {
    server_world t(by_reference());
    t.serve<natural_key>("api-1", 80);
    t.at(0s, "first", charge("k1"));
    t.at(1s, "again", charge("k1", purchase_of_order(17, 1250, R"(,"description":"a hat")")));
    t.run();
    EXPECT_EQ(t["again"].status, 201U);
    EXPECT_THAT(t["again"].body, HasSubstr(R"("id":"ch_1")"));
    EXPECT_THAT(t["again"].body, HasSubstr("a hat"));
}

TEST(NaturalKeyServer, ReplaysToTheByte) {
    expect_replay_to_the_byte(in_the_world<natural_key>(by_reference(), with_natural_key()));
}

TEST(NaturalKeyServer, ChargesOnceForTwoWhoComeAtOnceOnTheLoopback) {
    expect_one_charge_of_two<natural_key_server<model::real>>(by_reference());
}

}  // namespace
}  // namespace onceproof::designs
