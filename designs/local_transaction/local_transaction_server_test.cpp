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

TEST(LocalTransactionServer, AnswersEachRequestAsDocumented) {
    const auto asked = in_one_commit();
    expect_as_documented(asked, in_the_world<local_transaction>(strict(), asked));
}

TEST(LocalTransactionServer, AnswersAlikeOnTheLoopback) {
    const auto asked = in_one_commit();
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
    expect_replay_to_the_byte(in_the_world<local_transaction>(strict(), in_one_commit()));
}

TEST(LocalTransactionServer, ChargesOnceForTwoWhoComeAtOnceOnTheLoopback) {
    expect_one_charge_of_two<local_transaction_server<model::real>>(strict());
}

}  // namespace
}  // namespace onceproof::designs
