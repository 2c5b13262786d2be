// The server with recovery points: what it asks of the acquirer, and what it makes of an answer
// that is lost, late or a refusal.
#include "designs/recovery_points/recovery_point_server.hpp"

#include "designs/parts/downstream_testing.hpp"
#include "model/http/loopback_testing.hpp"
#include "model/platform/real_file_testing.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>

namespace onceproof::designs {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using recovery_points = recovery_point_server<model::simulated>;

server_setup keyed(sim::fault_injector* injector = nullptr) {
    server_setup s("strict");
    s.injector = injector;
    return s;
}

TEST(RecoveryPointServer, AuthorizesThenCapturesOnce) {
    shop_with_bank<recovery_points> t(keyed());
    t.at(0s, "first", charge("k1"));
    t.at(1s, "again", charge("k1"), 81);
    t.at(2s, "other body", charge("k1", purchase_of(7)));
    t.run();
    EXPECT_EQ(t["first"].status, 201U);
    EXPECT_EQ(header(t["first"], "Location"), "/v1/charges/ch_2") << "the number of the capture";
    model::http_response expected = t["first"];
    expected.headers.add("Idempotent-Replayed", "true");
    EXPECT_EQ(t["again"], expected);
    EXPECT_EQ(t["other body"].status, 422U);
    EXPECT_EQ(t.calls().size(), 2U);
    EXPECT_THAT(t.effects(), ElementsAre(one_authorization, one_capture));
    EXPECT_THAT(t.rows("SELECT id FROM ledger"), IsEmpty());
    EXPECT_THAT(t.rows("SELECT point, status FROM records"), ElementsAre("authorized|201"));
}

// The first response is that to the authorization, the second that to the capture.
TEST(RecoveryPointServer, GoesOnWhereAnAnswerWasLost) {
    for (const bool at_capture : {false, true}) {
        faults_at_points lost;
        lost.add(
            at_capture ? "intent-1/api-1>acquirer/response#2" : "intent-1/api-1>acquirer/response",
            sim::injection(sim::primitive::lose));
        shop_with_bank<recovery_points> t(keyed(&lost));
        t.at(0s, "first", charge("k1"));
        t.at(500ms, "second", charge("k1"), 81);
        t.run();
        EXPECT_TRUE(lost.all_done());
        expect_not_known(t["first"]);
        EXPECT_EQ(t["second"].status, 201U) << "the claim was given up";
        EXPECT_FALSE(is_replay(t["second"]));
        EXPECT_EQ(t.calls_of("authorizations"), at_capture ? 1U : 2U);
        EXPECT_EQ(t.calls_of("captures"), at_capture ? 2U : 1U);
        EXPECT_THAT(t.effects(), ElementsAre(one_authorization, one_capture));
        EXPECT_THAT(t.rows("SELECT epoch FROM records"), ElementsAre("2"));
    }
}

TEST(RecoveryPointServer, AuthorizesOnceThoughItDiesAfterwards) {
    faults_at_points death;
    death.add(
        "intent-1/api-1/db commit#2",
        sim::injection(sim::primitive::kill, sim::timing::after));  // the first one is the claim
    shop_with_bank<recovery_points> t(keyed(&death));
    t.at(0s, "lost", charge("k1"));
    t.at(1s, "early", charge("k1"), 81);
    t.at(3s, "heir", charge("k1"), 81);
    t.run();
    EXPECT_TRUE(death.all_done());
    EXPECT_EQ(t["lost"].status, 0U);
    EXPECT_EQ(t["early"].status, 409U) << "the lease of the dead lasts";
    EXPECT_EQ(t["heir"].status, 201U);
    EXPECT_EQ(t.calls_of("authorizations"), 1U);
    EXPECT_EQ(t.calls_of("captures"), 1U);
    EXPECT_THAT(t.effects(), ElementsAre(one_authorization, one_capture));
}

// Each call takes longer than a server waits, and comes to its end there all the same.
TEST(RecoveryPointServer, GetsThereThoughTheAcquirerIsSlow) {
    server_setup s = keyed();
    s.bank.work_time = recovery_points::longest_call + 100ms;
    shop_with_bank<recovery_points> t(s);
    t.at(0s, "first", charge("k1"));
    t.at(1s, "second", charge("k1"));
    t.at(2s, "third", charge("k1"));
    t.run();
    expect_not_known(t["first"]);
    EXPECT_GE(t.answered("first"), sim::time_point(recovery_points::longest_call));
    EXPECT_LT(t.answered("first"), sim::time_point(s.bank.work_time));
    expect_not_known(t["second"]);
    EXPECT_EQ(t["third"].status, 201U);
    EXPECT_THAT(t.effects(), ElementsAre(one_authorization, one_capture));
}

// Who slept past its lease asks under the same key, and finds that the claim is another's.
TEST(RecoveryPointServer, CapturesOnceThoughTwoOwnersDo) {
    for (const char* where : {"intent-1/api-1/db commit", "intent-1/api-1/db commit#2"}) {
        faults_at_points sleep;
        sleep.add(where, sim::injection(sim::primitive::stall, 5s));
        shop_with_bank<recovery_points> t(keyed(&sleep));
        t.at(0s, "sleeper", charge("k1"));
        t.at(3s, "heir", charge("k1"), 81);
        t.run();
        EXPECT_TRUE(sleep.all_done());
        EXPECT_EQ(t["heir"].status, 201U) << where;
        EXPECT_EQ(t["sleeper"].status, 409U) << where;
        EXPECT_THAT(t.effects(), ElementsAre(one_authorization, one_capture)) << where;
    }
}

TEST(RecoveryPointServer, AsksUnderOneKeyForEachStepOfEachIntent) {
    faults_at_points lost;
    lost.add("intent-1/api-1>acquirer/response", sim::injection(sim::primitive::lose))
        .add("intent-2/api-2>acquirer/response#2", sim::injection(sim::primitive::lose));
    shop_with_bank<recovery_points> t(keyed(&lost));
    t.at(0s, "first", charge("k1"));
    t.at(1s, "second", charge("k1"), 81);
    t.at(2s, "third", charge("k1"), 80);
    t.run();
    EXPECT_TRUE(lost.all_done());
    EXPECT_EQ(t["third"].status, 201U);
    const std::vector<std::string> calls = t.calls();
    ASSERT_EQ(calls.size(), 4U);
    EXPECT_THAT(calls[0], StartsWith("authorizations "));
    EXPECT_EQ(calls[1], calls[0]);
    EXPECT_THAT(calls[2], StartsWith("captures "));
    EXPECT_EQ(calls[3], calls[2]);
    EXPECT_EQ(t.effects().size(), 2U);
}

TEST(RecoveryPointServer, AsksUnderOtherKeysForOtherIntents) {
    shop_with_bank<recovery_points> t(keyed());
    model::http_request refund = charge("k1");
    refund.target = "/v1/refunds";
    t.at(0s, "one", charge("k1"));
    t.at(1s, "other tenant", charge("k1", order_17, "shop-2"));
    t.at(2s, "other key", charge("k2"));
    t.at(3s, "other operation", refund);
    t.at(4s, "long key", charge(std::string(255, 'k')));
    t.run();
    for (const char* name : {"one", "other tenant", "other key", "other operation", "long key"}) {
        EXPECT_EQ(t[name].status, 201U) << name;
    }
    const auto keys = t.payments("SELECT key FROM payments");
    EXPECT_EQ(std::set<std::string>(keys.begin(), keys.end()).size(), 10U);
}

TEST(RecoveryPointServer, KeepsThatAChargeWasDeclined) {
    shop_with_bank<recovery_points> t(keyed());
    const model::http_request request = charge("k1", purchase_of(largest_amount + 1));
    t.at(0s, "first", request);
    t.at(1s, "again", request, 81);
    t.run();
    EXPECT_EQ(t["first"].status, 402U);
    EXPECT_EQ(t["again"].status, 402U);
    EXPECT_TRUE(is_replay(t["again"]));
    EXPECT_EQ(t.calls().size(), 1U);
    EXPECT_THAT(t.effects(), IsEmpty());
}

// 429 and 503 have done nothing, 500 has: the server cannot tell those two apart, and need not.
TEST(RecoveryPointServer, AsksAgainWhenTheAcquirerIsInFailure) {
    for (const sim::literal what :
         {model::service_failure::too_busy, model::service_failure::fail_before,
          model::service_failure::fail_after}) {
        for (const char* where : {"intent-1/acquirer-1/serve", "intent-1/acquirer-1/serve#2"}) {
            faults_at_points failure;
            failure.add(where, sim::injection(what));
            shop_with_bank<recovery_points> t(keyed(&failure));
            t.at(0s, "first", charge("k1"));
            t.at(100ms, "second", charge("k1"), 81);
            t.run();
            EXPECT_TRUE(failure.all_done()) << where;
            expect_not_known(t["first"]);
            EXPECT_EQ(t["second"].status, 201U) << where;
            EXPECT_THAT(t.effects(), ElementsAre(one_authorization, one_capture)) << where;
        }
    }
}

// --- On real sockets ---

// A server before an acquirer, each with a database file of its own.
struct real_shop {
    // BANK is the process of the acquirer, which listens there already.
    awaitable<void> ask_all(const model::real::process& bank, const model::real::endpoint& where,
                            const std::vector<model::http_request>& requests) {
        const model::real::process self(bank.get_executor(), "api-1", 1, shop_file.path());
        model::real::database of_bank(bank);
        model::real::database of_shop(self);
        co_await of_bank.open();
        co_await of_shop.open();
        of_bank.execute(acquirer_schema);
        of_shop.execute(charge_schema);
        const server_setting<model::real> setting(promised(), where);
        server = std::make_unique<recovery_point_server<model::real>>(self, setting);
        const model::real::endpoint anywhere(boost::asio::ip::address_v4::loopback(), 0);
        model::real::acceptor listening(self.get_executor(), anywhere);
        const model::real::endpoint shop = listening.local_endpoint();
        boost::asio::co_spawn(self.get_executor(), server->serve(std::move(listening)),
                              boost::asio::detached);
        for (const model::http_request& request : requests) {
            auto answer = co_await http_call<model::real>(self, shop, request, 1h);
            answers.push_back(std::move(answer).value());
        }
        model::real_statement& count = of_bank.prepared("SELECT COUNT(*) FROM payments");
        co_await of_bank.step(count, "db count");
        payments = count.integer(0);
    }

    const model::testing::real_file bank_file{"bank.db"};
    const model::testing::real_file shop_file{"shop.db"};
    std::unique_ptr<recovery_point_server<model::real>> server;
    std::vector<model::http_response> answers;
    std::int64_t payments = 0;
};

TEST(RecoveryPointServer, ChargesOnceOnTheLoopback) {
    real_shop t;
    const std::vector<model::http_request> requests{charge("k1"), charge("k1"),
                                                    charge("k1", purchase_of(7))};
    model::testing::run_on_the_loopback<acquirer<model::real>>(
        "acquirer-1", t.bank_file.path(),
        [&](const model::real::process& bank, const model::real::endpoint& where) {
            return t.ask_all(bank, where, requests);
        });
    ASSERT_EQ(t.answers.size(), 3U);
    EXPECT_EQ(t.answers[0].status, 201U);
    EXPECT_EQ(header(t.answers[0], "Location"), "/v1/charges/ch_2");
    EXPECT_EQ(t.answers[1].body, t.answers[0].body);
    EXPECT_TRUE(is_replay(t.answers[1]));
    EXPECT_EQ(t.answers[2].status, 422U);
    EXPECT_EQ(t.payments, 2) << "an authorization and a capture";
}

}  // namespace
}  // namespace onceproof::designs
