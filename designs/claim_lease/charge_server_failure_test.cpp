// The charge server when its own service fails, at each of its two points: "serve", before anything
// was looked at, and "work", under a claim.
#include "designs/parts/server_testing.hpp"
#include "model/oracle/marks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::designs {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using server = charge_server<model::simulated>;

// What a first attempt gets when that happens to it, and a second one right after that: well within
// the lease of the first.
struct failed_server {
    failed_server(std::string_view where, sim::literal what,
                  const model::http_request& request = charge("k1")) {
        faults_at_points plan;
        plan.add(where, sim::injection(what));
        server_setup s("strict");
        s.injector = &plan;
        {
            server_world alone(s);
            alone.serve<server>("api-1", 80);
            alone.at(0s, "first", request);
            alone.run();
            first = alone["first"];
            after_first = alone.rows("SELECT epoch, lease_end = 0, status FROM records");
            EXPECT_TRUE(plan.all_done()) << where;
        }
        server_world both(s);
        both.serve<server>("api-1", 80);
        both.at(0s, "first", request);
        both.at(100ms, "second", request);
        both.run();
        second = both["second"];
        releases = both.said(model::marks::releases);
        after_both = both.rows("SELECT epoch, lease_end = 0, status FROM records");
        charges = both.rows("SELECT id FROM ledger").size();
    }

    model::http_response first;
    model::http_response second;
    std::vector<std::string> after_first;  // epoch|given up|status
    std::vector<std::string> after_both;
    std::size_t releases = 0;
    std::size_t charges = 0;
};

TEST(ChargeServerFailure, TurnsAwayBeforeAnythingIsWritten) {
    const failed_server t("intent-1/api-1/serve", model::service_failure::too_busy);
    EXPECT_EQ(t.first.status, 429U);
    EXPECT_EQ(header(t.first, "Retry-After"), "1");
    EXPECT_THAT(t.after_first, IsEmpty());
    EXPECT_EQ(t.second.status, 201U);
    EXPECT_FALSE(is_replay(t.second));
    EXPECT_THAT(t.after_both, ElementsAre("1|0|201"));
    EXPECT_EQ(t.charges, 1U);
}

TEST(ChargeServerFailure, FailsBeforeAnythingIsWritten) {
    const failed_server t("intent-1/api-1/serve", model::service_failure::fail_before);
    EXPECT_EQ(t.first.status, 503U);
    EXPECT_EQ(header(t.first, "Retry-After"), "1");
    EXPECT_THAT(t.after_first, IsEmpty());
    EXPECT_EQ(t.second.status, 201U);
    EXPECT_FALSE(is_replay(t.second));
    EXPECT_EQ(t.charges, 1U);
}

TEST(ChargeServerFailure, ReplaysWhatItFailedToTell) {
    for (const char* where : {"intent-1/api-1/serve", "intent-1/api-1/work"}) {
        const failed_server t(where, model::service_failure::fail_after);
        EXPECT_EQ(t.first.status, 503U) << where;
        EXPECT_EQ(header(t.first, "Retry-After"), "1") << where;
        EXPECT_THAT(t.after_first, ElementsAre("1|0|201")) << where;
        EXPECT_EQ(header(t.second, "Location"), "/v1/charges/ch_1") << where;
        EXPECT_TRUE(is_replay(t.second)) << where;
        EXPECT_EQ(t.after_both, t.after_first) << where;
        EXPECT_EQ(t.releases, 0U) << where;
        EXPECT_EQ(t.charges, 1U) << where;
    }
}

TEST(ChargeServerFailure, ReplaysADeclinedChargeThatItFailedToTell) {
    const failed_server t("intent-1/api-1/work", model::service_failure::fail_after,
                          charge("k1", purchase_of(1'000'001)));
    EXPECT_EQ(t.first.status, 503U);
    EXPECT_EQ(t.second.status, 402U);
    EXPECT_TRUE(is_replay(t.second));
    EXPECT_EQ(t.charges, 0U);
}

TEST(ChargeServerFailure, GivesUpAClaimUnderWhichItDidNothing) {
    for (const sim::literal what :
         {model::service_failure::fail_before, model::service_failure::too_busy}) {
        const failed_server t("intent-1/api-1/work", what);
        EXPECT_EQ(t.first.status, 503U);
        EXPECT_EQ(header(t.first, "Retry-After"), "1");
        EXPECT_THAT(t.after_first, ElementsAre("1|1|"));
        EXPECT_EQ(t.second.status, 201U) << "nobody has to wait for the lease";
        EXPECT_FALSE(is_replay(t.second));
        EXPECT_THAT(t.after_both, ElementsAre("2|0|201"));
        EXPECT_EQ(t.releases, 1U);
        EXPECT_EQ(t.charges, 1U);
    }
}

// The owner slept past its lease, and fails only then: what is another's is not given up.
TEST(ChargeServerFailure, GivesUpNoClaimOfAnother) {
    faults_at_points plan;
    plan.add("intent-1/api-1/db commit", sim::injection(sim::primitive::stall, 3s));
    plan.add("intent-1/api-1/work", sim::injection(model::service_failure::fail_before));
    server_setup s("strict");
    s.injector = &plan;
    server_world t(s);
    t.serve<server>("api-1", 80);
    t.serve<slow<server, 1500>>("api-2", 81);
    t.at(0s, "zombie", charge("k1"));
    t.at(2500ms, "heir", charge("k1"), 81);
    t.at(3500ms, "third", charge("k1"), 80);
    t.run();
    EXPECT_TRUE(plan.all_done());
    EXPECT_EQ(t["zombie"].status, 503U);
    EXPECT_EQ(t["third"].status, 409U);
    EXPECT_EQ(t["heir"].status, 201U);
    EXPECT_EQ(t.said(model::marks::releases), 0U);
    EXPECT_EQ(t.rows("SELECT id FROM ledger").size(), 1U);
}

}  // namespace
}  // namespace onceproof::designs
