// What those who get the record of a key wrong, or its replay, do otherwise.
#include "designs/parts/mutant_testing.hpp"

#include <gtest/gtest.h>

namespace onceproof::designs {
namespace {

using namespace testing;

TEST(RecordMutants, GetTheFingerprintWrong) {
    expect_all({
        row("no-fingerprint", twice(other_body()), "201:ch_1 422 charged 1",
            "201:ch_1 201:ch_1r charged 1"),
        row("raw-fingerprint", twice(respelled()), "201:ch_1 201:ch_1r charged 1",
            "201:ch_1 422 charged 1"),
        row("partial-fingerprint", twice(other_body()), "201:ch_1 422 charged 1",
            "201:ch_1 201:ch_1r charged 1"),
        row("volatile-fingerprint", twice(), "201:ch_1 201:ch_1r charged 1",
            "201:ch_1 422 charged 1"),
        row("fingerprint-not-kept", twice(), "201:ch_1 201:ch_1r charged 1",
            "201:ch_1 422 charged 1"),
    });
}

TEST(RecordMutants, ChangeWhatTheKeyStandsFor) {
    exchange refused = twice(other_body());
    refused.visits.emplace_back(2s, charge("k1"));
    expect_all({
        row("refusal-overwrites-record", refused, "201:ch_1 422 201:ch_1r charged 1",
            "201:ch_1 422 422 charged 1"),
        row("expiry-redoes", after_an_hour(), "201:ch_1 410 charged 1",
            "201:ch_1 201:ch_2 charged 2"),
    });
}

TEST(RecordMutants, GetTheOutcomeWrong) {
    const exchange late{{visit(0s, charge("k1")), visit(3s, charge("k1"))}};
    expect_all({
        row("answer-not-stored", late, "201:ch_1 201:ch_1r charged 1",
            "201:ch_1 201:ch_2 charged 2 takeovers 1"),
        row("two-commits", asleep("db commit#2", 10s, 3s), "201:ch_1 201:ch_1r charged 1",
            "201:ch_1 201:ch_2 charged 2 takeovers 1"),
        row("record-before-effect", dead("db commit#2"), "0 201:ch_1r! charged 1",
            "0 201:ch_1r! charged 0"),
        row("unconditional-complete", asleep("db commit", 10s, 3s),
            "409 201:ch_1 charged 1 takeovers 1", "201:ch_2 201:ch_1 charged 2 takeovers 1"),
    });
}

TEST(RecordMutants, GetAFailureWrong) {
    exchange zombie = asleep("db commit", 5s, 3s);
    zombie.with("intent-1/api-1/work", sim::injection(model::service_failure::fail_before));
    zombie.visits.emplace_back(10s, charge("k1"));
    expect_all({
        row("delete-on-error", failing(model::service_failure::fail_after),
            "503 201:ch_1r! charged 1", "503 201:ch_2 charged 2"),
        row("zombie-erases", zombie, "503 201:ch_1 201:ch_1r! charged 1 takeovers 1",
            "503 201:ch_1 201:ch_2 charged 2 takeovers 1"),
        row("transient-failure-stored", failing(model::service_failure::fail_before),
            "503 201:ch_1 charged 1 takeovers 1", "503 503r charged 0"),
    });
}

TEST(ReplayMutants, AnswerOtherwiseThanBefore) {
    expect_all({
        row("replay-loses-headers", twice(), "201:ch_1 201:ch_1r charged 1",
            "201:ch_1 201r charged 1"),
        row("replay-changes-status", twice(), "201:ch_1 201:ch_1r charged 1",
            "201:ch_1 200:ch_1r charged 1"),
        row("replay-wraps-body", twice(), "201:ch_1 201:ch_1r charged 1",
            "201:ch_1 201:ch_1r! charged 1"),
    });
}

TEST(ReplayMutants, ChargeAgainOrKeepWhatNeedsNoKey) {
    const exchange empty{{visit(0s, minimal()), visit(1s, minimal())}};
    const exchange puts{{visit(0s, to("PUT", "/v1/orders/a", "{\"n\":1}")),
                         visit(1s, to("PUT", "/v1/orders/a", "{\"n\":2}"))}};
    expect_all({
        row("replay-falls-through", twice(), "201:ch_1 201:ch_1r charged 1",
            "201:ch_1 201:ch_1r charged 2"),
        row("empty-answer-is-none", empty, "204:ch_1 204:ch_1r charged 1",
            "204:ch_1 204:ch_1r charged 2"),
        row("keys-for-puts", puts, "200 200 charged 0", "200 200r charged 0"),
    });
}

}  // namespace
}  // namespace onceproof::designs
