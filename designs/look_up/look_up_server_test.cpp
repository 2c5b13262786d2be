// The server that looks up: what it asks of the acquirer, and what it makes of an answer that is
// lost, late or a refusal.
#include "designs/look_up/look_up_server.hpp"

#include "designs/parts/downstream_testing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::designs {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using look_up = look_up_server<model::simulated>;

server_setup keyless(sim::fault_injector* injector = nullptr) {
    server_setup s("strict");
    s.bank = downstream_options(false);
    s.injector = injector;
    return s;
}

TEST(LookUpServer, CapturesOnceWithoutAKeyAndWithoutALook) {
    shop_with_bank<look_up> t(keyless());
    t.at(0s, "first", charge("k1"));
    t.at(1s, "again", charge("k1"), 81);
    t.run();
    EXPECT_EQ(t["first"].status, 201U);
    EXPECT_EQ(header(t["first"], "Location"), "/v1/charges/ch_1");
    EXPECT_TRUE(is_replay(t["again"]));
    EXPECT_EQ(t["again"].body, t["first"].body);
    EXPECT_THAT(t.calls(), ElementsAre("captures "));
    EXPECT_EQ(t.said(model::marks::looks_up), 0U);
    EXPECT_THAT(t.effects(), ElementsAre(one_capture));
}

TEST(LookUpServer, FindsTheCaptureWhoseAnswerWasLost) {
    faults_at_points lost;
    lost.add("intent-1/api-1>acquirer/response", sim::injection(sim::primitive::lose));
    shop_with_bank<look_up> t(keyless(&lost));
    t.at(0s, "first", charge("k1"));
    t.at(500ms, "second", charge("k1"), 81);
    t.at(1s, "third", charge("k1"));
    t.run();
    EXPECT_TRUE(lost.all_done());
    expect_not_known(t["first"]);
    EXPECT_EQ(header(t["second"], "Location"), "/v1/charges/ch_1");
    EXPECT_FALSE(is_replay(t["second"]));
    EXPECT_TRUE(is_replay(t["third"]));
    EXPECT_EQ(t.said(model::marks::looks_up), 1U);
    EXPECT_THAT(t.effects(), ElementsAre(one_capture));
}

TEST(LookUpServer, FindsTheCaptureOfTheDead) {
    faults_at_points death;
    death.add("intent-1/api-1>acquirer/request",
              sim::injection(sim::primitive::kill, sim::timing::after));
    shop_with_bank<look_up> t(keyless(&death));
    t.at(0s, "lost", charge("k1"));
    t.at(3s, "heir", charge("k1"), 81);
    t.run();
    EXPECT_TRUE(death.all_done());
    EXPECT_EQ(t["heir"].status, 201U);
    EXPECT_THAT(t.effects(), ElementsAre(one_capture));
}

TEST(LookUpServer, FindsNoCaptureOfAnotherTenant) {
    faults_at_points lost;
    lost.add("intent-2/api-1>acquirer/request", sim::injection(sim::primitive::lose));
    shop_with_bank<look_up> t(keyless(&lost));
    t.at(0s, "other tenant", charge("k1", order_17, "shop-2"));
    t.at(1s, "first", charge("k1"));
    t.at(2s, "second", charge("k1"));
    t.run();
    EXPECT_TRUE(lost.all_done());
    EXPECT_EQ(t["other tenant"].status, 201U);
    EXPECT_EQ(t["second"].status, 503U);
    EXPECT_EQ(t.captures(), 1U);
}

// The request was lost, so there is nothing to find, and it takes the grace to be sure.
TEST(LookUpServer, BelievesThatThereIsNoneOnlyAfterTheGrace) {
    faults_at_points lost;
    lost.add("intent-1/api-1>acquirer/request", sim::injection(sim::primitive::lose));
    shop_with_bank<look_up> t(keyless(&lost));
    t.at(0s, "first", charge("k1"));
    t.at(1500ms, "soon", charge("k1"), 81);
    t.at(look_up::grace - 500ms, "nearly", charge("k1"));
    t.at(look_up::grace + 500ms, "then", charge("k1"), 81);
    t.at(look_up::grace + 1s, "again", charge("k1"));
    t.run();
    EXPECT_TRUE(lost.all_done());
    expect_not_known(t["first"]);
    EXPECT_EQ(t["soon"].status, 503U);
    EXPECT_EQ(header(t["soon"], "Retry-After"), "19") << "18.5 s, rounded up";
    expect_not_known(t["nearly"]);
    EXPECT_EQ(t["then"].status, 201U);
    EXPECT_FALSE(is_replay(t["then"]));
    EXPECT_TRUE(is_replay(t["again"]));
    EXPECT_THAT(t.effects(), ElementsAre(one_capture));
}

// It reads a copy that lags behind by less than the grace.
TEST(LookUpServer, IsNotMisledByALookUpThatLags) {
    faults_at_points lost;
    lost.add("intent-1/api-1>acquirer/response", sim::injection(sim::primitive::lose));
    server_setup s = keyless(&lost);
    s.bank.visible_after = 5s;
    shop_with_bank<look_up> t(s);
    t.at(0s, "first", charge("k1"));
    t.at(1s, "soon", charge("k1"));
    t.at(6s, "later", charge("k1"));
    t.run();
    EXPECT_TRUE(lost.all_done());
    EXPECT_EQ(t["soon"].status, 503U);
    EXPECT_EQ(t["later"].status, 201U);
    EXPECT_EQ(t.said(model::marks::looks_up), 2U);
    EXPECT_THAT(t.effects(), ElementsAre(one_capture));
}

// The window that the header names: what is seen later than that is charged twice.
TEST(LookUpServer, ChargesTwiceWhenTheLookUpLagsLongerThanTheGrace) {
    faults_at_points lost;
    lost.add("intent-1/api-1>acquirer/response", sim::injection(sim::primitive::lose));
    server_setup s = keyless(&lost);
    s.bank.visible_after = 1h;
    shop_with_bank<look_up> t(s);
    t.at(0s, "first", charge("k1"));
    t.at(look_up::grace + 1s, "second", charge("k1"));
    t.run();
    EXPECT_EQ(t["second"].status, 201U);
    EXPECT_EQ(t.captures(), 2U);
}

// Each new call begins the grace anew.
TEST(LookUpServer, BelievesByTheLastCallNotTheFirst) {
    faults_at_points lost;
    lost.add("intent-1/api-1>acquirer/request", sim::injection(sim::primitive::lose))
        .add("intent-2/api-1>acquirer/response#2",
             sim::injection(sim::primitive::lose));  // the first is of the look-up
    server_setup s = keyless(&lost);
    s.bank.visible_after = 5s;
    shop_with_bank<look_up> t(s);
    t.at(0s, "first", charge("k1"));
    t.at(21s, "second", charge("k1"));
    t.at(22s, "third", charge("k1"));
    t.at(27s, "fourth", charge("k1"));
    t.run();
    EXPECT_TRUE(lost.all_done());
    expect_not_known(t["second"]);
    EXPECT_EQ(t["third"].status, 503U);
    EXPECT_EQ(t["fourth"].status, 201U);
    EXPECT_EQ(t.captures(), 1U);
}

TEST(LookUpServer, DoesNotLookForWhatWasTurnedAway) {
    faults_at_points busy;
    busy.add("intent-1/acquirer-1/serve", sim::injection(model::service_failure::too_busy));
    shop_with_bank<look_up> t(keyless(&busy));
    t.at(0s, "first", charge("k1"));
    t.at(100ms, "second", charge("k1"), 81);
    t.run();
    EXPECT_TRUE(busy.all_done());
    expect_not_known(t["first"]);
    EXPECT_EQ(t["second"].status, 201U);
    EXPECT_EQ(t.said(model::marks::looks_up), 0U);
    EXPECT_THAT(t.effects(), ElementsAre(one_capture));
}

TEST(LookUpServer, FindsOutWhatBecameOfAFailure) {
    faults_at_points failure;
    failure.add("intent-1/acquirer-1/serve", sim::injection(model::service_failure::fail_after));
    shop_with_bank<look_up> t(keyless(&failure));
    t.at(0s, "first", charge("k1"));
    t.at(100ms, "second", charge("k1"), 81);
    t.run();
    EXPECT_TRUE(failure.all_done());
    expect_not_known(t["first"]);
    EXPECT_EQ(t["second"].status, 201U);
    EXPECT_THAT(t.effects(), ElementsAre(one_capture));
}

// A look-up that fails says nothing, however old the call is.
TEST(LookUpServer, DoesNotCaptureWhenTheLookUpFails) {
    for (const sim::literal what :
         {model::service_failure::too_busy, model::service_failure::fail_before}) {
        faults_at_points failure;
        failure.add("intent-1/api-1>acquirer/response", sim::injection(sim::primitive::lose))
            .add("intent-2/acquirer-1/serve", sim::injection(what));
        shop_with_bank<look_up> t(keyless(&failure));
        t.at(0s, "first", charge("k1"));
        t.at(look_up::grace + 1s, "second", charge("k1"));
        t.at(look_up::grace + 2s, "third", charge("k1"));
        t.run();
        EXPECT_TRUE(failure.all_done());
        expect_not_known(t["second"]);
        EXPECT_EQ(t["third"].status, 201U);
        EXPECT_THAT(t.effects(), ElementsAre(one_capture));
    }
}

TEST(LookUpServer, KeepsThatAChargeWasDeclined) {
    shop_with_bank<look_up> t(keyless());
    const model::http_request request = charge("k1", purchase_of(largest_amount + 1));
    t.at(0s, "first", request);
    t.at(1s, "again", request, 81);
    t.run();
    EXPECT_EQ(t["first"].status, 402U);
    EXPECT_EQ(t["again"].status, 402U);
    EXPECT_TRUE(is_replay(t["again"]));
    EXPECT_EQ(t.calls().size(), 1U);
}

}  // namespace
}  // namespace onceproof::designs
