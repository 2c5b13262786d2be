// The server of one transaction: a list of exchanges, in the world and on the loopback with a real
// SQLite file; then what it takes two at once, time or a contract to see.
#include "designs/local_transaction/local_transaction_server.hpp"

#include "designs/parts/answers_testing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace onceproof::designs {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using local_transaction = local_transaction_server<model::simulated>;

server_setup strict() {
    return server_setup("strict");
}

std::vector<documented> with_local_transaction() {
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

TEST(LocalTransactionServer, AnswersEachRequestAsDocumented) {
    const auto asked = with_local_transaction();
    expect_as_documented(asked, in_the_world<local_transaction>(strict(), asked));
}

TEST(LocalTransactionServer, AnswersAlikeOnTheLoopback) {
    const auto asked = with_local_transaction();
    EXPECT_EQ((on_the_loopback<local_transaction_server<model::real>>(strict(), asked)),
              in_the_world<local_transaction>(strict(), asked));
}

TEST(LocalTransactionServer, ChargesOnceForManyWhoComeAtOnce) {
    expect_one_charge_of_many<local_transaction>(strict());
}

// The whole work is one transaction, so who dies at its commit leaves all of it or nothing.
TEST(LocalTransactionServer, LeavesAllOrNothingWhenItDies) {
    for (const sim::timing when : {sim::timing::before, sim::timing::after}) {
        const bool committed = when == sim::timing::after;
        faults_at_points plan;
        plan.add("intent-1/api-1/db commit", sim::injection(sim::primitive::kill, when));
        server_setup s = strict();
        s.injector = &plan;
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
    server_setup s = strict();
    s.promised.retention = 1h;
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

TEST(LocalTransactionServer, ReplaysToTheByte) {
    expect_replay_to_the_byte(in_the_world<local_transaction>(strict(), with_local_transaction()));
}

TEST(LocalTransactionServer, ChargesOnceForTwoWhoComeAtOnceOnTheLoopback) {
    expect_one_charge_of_two<local_transaction_server<model::real>>(strict());
}

}  // namespace
}  // namespace onceproof::designs
