// A duplicate that arrives while the first attempt is at work, under the contract "strict-waiting".
#include "designs/parts/server_testing.hpp"
#include "model/oracle/marks.hpp"

#include <gtest/gtest.h>

namespace onceproof::designs {
namespace {

using namespace testing;
using server = charge_server<model::simulated>;

// One attempt is at work for so long, from 0 s; the process `api-2` is fast.
template <int Milliseconds>
struct attempt_at_work : server_world {
    explicit attempt_at_work(std::string_view contract_name = "strict-waiting")
        : server_world(server_setup(contract_name)) {
        serve<slow<server, Milliseconds>>("api-1", 80);
        serve<server>("api-2", 81);
        at(0ms, "first", charge("k1"));
    }
};

sim::time_point since_begin(sim::duration span) {
    return sim::time_point(span);
}

TEST(ChargeServerWaiting, GivesADuplicateTheOutcomeOnceItIsThere) {
    attempt_at_work<100> t;
    t.at(50ms, "same process", charge("k1"), 80);
    t.at(50ms, "other process", charge("k1"), 81);
    t.run();
    EXPECT_EQ(t["first"].status, 201U);
    model::http_response expected = t["first"];
    expected.headers.add("Idempotent-Replayed", "true");
    for (const char* name : {"same process", "other process"}) {
        EXPECT_EQ(t[name], expected) << name;
        EXPECT_GT(t.answered(name), since_begin(100ms)) << name;
        EXPECT_LT(t.answered(name), since_begin(150ms)) << name;
    }
    EXPECT_EQ(t.said(model::marks::refuses_in_flight), 0U);
    EXPECT_EQ(t.rows("SELECT id FROM ledger").size(), 1U);
}

TEST(ChargeServerWaiting, RefusesADuplicateThatHasWaitedAsLongAsIsPromised) {
    attempt_at_work<1000> t;
    t.at(50ms, "duplicate", charge("k1"), 81);
    t.run();
    EXPECT_EQ(t["first"].status, 201U);
    EXPECT_EQ(t["duplicate"].status, 409U);
    EXPECT_EQ(header(t["duplicate"], "Retry-After"), "1");
    EXPECT_GE(t.answered("duplicate"), since_begin(50ms + t.setup.promised.wait_max));
    EXPECT_LT(t.answered("duplicate"), since_begin(100ms + t.setup.promised.wait_max));
    EXPECT_EQ(t.rows("SELECT epoch FROM records"), std::vector<std::string>{"1"});
}

TEST(ChargeServerWaiting, RefusesAtOnceWhatIsPromisedToBeRefused) {
    attempt_at_work<100> t("strict");
    t.at(50ms, "duplicate", charge("k1"), 81);
    t.run();
    EXPECT_EQ(t["duplicate"].status, 409U);
    EXPECT_LT(t.answered("duplicate"), since_begin(60ms));
}

TEST(ChargeServerWaiting, DoesNotLetAnotherRequestWait) {
    attempt_at_work<100> t;
    t.at(50ms, "other body", charge("k1", purchase_of(7)), 81);
    t.run();
    EXPECT_EQ(t["other body"].status, 422U);
    EXPECT_LT(t.answered("other body"), since_begin(60ms));
}

// The lease lasts 2 s: the claim dies while the duplicate waits for it.
TEST(ChargeServerWaiting, TakesOverAClaimWhoseLeaseEndsMeanwhile) {
    attempt_at_work<5000> t;
    t.at(1900ms, "duplicate", charge("k1"), 81);
    t.run();
    EXPECT_EQ(t["duplicate"].status, 201U);
    EXPECT_FALSE(is_replay(t["duplicate"]));
    EXPECT_LT(t.answered("duplicate"), since_begin(2100ms));
    EXPECT_EQ(t["first"].status, 409U);
    EXPECT_EQ(t.rows("SELECT epoch FROM records"), std::vector<std::string>{"2"});
    EXPECT_EQ(t.rows("SELECT id FROM ledger").size(), 1U);
}

TEST(ChargeServerWaiting, RefusesADuplicateWhenTheRecordIsTakenAway) {
    attempt_at_work<1000> t;
    t.at(50ms, "duplicate", charge("k1"), 81);
    t.on_the_server("somebody", [](sim::incarnation& self) -> awaitable<void> {
        co_await sim::pause_for(100ms);
        sim::sql_client db(self);
        co_await db.open();
        const record_id id("shop-1", "POST /v1/charges", "k1");
        co_await key_records<model::simulated>::erase(db, id);
    });
    t.run();
    EXPECT_EQ(t["duplicate"].status, 409U);
    EXPECT_LT(t.answered("duplicate"), since_begin(130ms));
    EXPECT_EQ(t["first"].status, 409U) << "its claim is gone";
    EXPECT_EQ(t.rows("SELECT id FROM ledger").size(), 0U);
}

}  // namespace
}  // namespace onceproof::designs
