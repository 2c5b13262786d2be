// Plans that read well and were judged wrongly once: the intact subject holds in them, or they are
// refused.
#include "base/document.hpp"
#include "search/player.hpp"
#include "search/trial_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace onceproof::search {
namespace {

using testing::IsEmpty;

// What broke in the run of that plan.
std::string broken_in(std::string_view plan) {
    const scenarios::trial t = read_trial(plan);
    player p(*t.of, t.by);
    const run_report r = p.play(t);
    std::string text = r.trouble;
    for (const model::violation& v : r.violations) {
        text += std::string(to_text(v.broken)) + ": " + v.why + '\n';
    }
    return text;
}

std::string refusal_of(std::string_view plan) {
    try {
        read_trial(plan);
    } catch (const base::bad_document& bad) {
        return bad.what();
    }
    return "";
}

TEST(JudgedPlans, WhatWasNeverAskedForNeedNotSettle) {
    EXPECT_THAT(broken_in(R"({"onceproof_plan": 1, "scenario": "other-body-in-flight",
        "faults": [], "workload": {"servers": ["api-2"], "attempts_max": 1, "clients": [
          {"name": "client-2", "errands": [
            {"intent": 1, "at": "api-2", "key": "form-1", "other_body": true}]}]}})"),
                IsEmpty());
}

constexpr std::string_view late_put = R"({"onceproof_plan": 1, "scenario": "order-put-twice",
    "workload": {"servers": ["api-1"], "attempts_max": 1, "clients": [
      {"name": "client", "errands": [
        {"intent": 1, "operation": "PUT /v1/orders/order-1"}]}]},
    "faults": [{"point": "pay-1/attempt-1/client>api/connect", "fault": "delay",
                "span": "400ms"}]})";

TEST(JudgedPlans, APutIsAskedForAgainInTheEnd) {
    EXPECT_THAT(broken_in(late_put), IsEmpty());
    const scenarios::trial t = read_trial(late_put);
    player p(*t.of, t.by);
    p.play(t);
    EXPECT_TRUE(p.seen().intents.front().settled);
}

TEST(JudgedPlans, TheLastPutStaysTheLast) {
    EXPECT_THAT(broken_in(R"({"onceproof_plan": 1, "scenario": "order-put-twice",
        "workload": {"servers": ["api-1"], "attempts_max": 1, "clients": [
          {"name": "client", "errands": [
            {"intent": 1, "operation": "replace"},
            {"intent": 2, "operation": "replace", "amount": 900}]}]},
        "faults": [{"point": "pay-1/attempt-1/client>api/request", "fault": "delay",
                    "span": "400ms"}]})"),
                IsEmpty());
}

TEST(JudgedPlans, OneIntentIsNotAskedForTwiceAtOnceByOneClient) {
    EXPECT_EQ(refusal_of(R"({"onceproof_plan": 1, "scenario": "same-request-twice",
        "workload": {"servers": ["api-1"], "clients": [
          {"name": "client", "at_once": true, "errands": [{"intent": 1}, {"intent": 1}]}]}})"),
              "'client' does its errands at once, so no two of them are of one intent, as those "
              "of 1");
}

TEST(JudgedPlans, ANaturalKeyDeclinesWithoutKeepingIt) {
    for (const std::string_view errands :
         {R"({"intent": 1, "declined": true})",
          R"({"intent": 1, "declined": true}, {"intent": 1, "other_body": true})",
          R"({"intent": 1}, {"intent": 1, "other_body": true, "declined": true})"}) {
        EXPECT_THAT(
            broken_in(R"({"onceproof_plan": 1, "scenario": "other-body", "subject": "natural-key",
                "workload": {"servers": ["api-1"], "clients": [{"name": "client", "errands": [)" +
                      std::string(errands) + "]}]}}"),
            IsEmpty())
            << errands;
    }
}

// By what the operation says of itself, whatever the errand calls it.
TEST(JudgedPlans, AnAmountThatIsTooLargeIsDueToBeDeclined) {
    EXPECT_THAT(broken_in(R"({"onceproof_plan": 1, "scenario": "same-request-twice",
        "workload": {"servers": ["api-1"], "clients": [{"name": "client", "errands": [
          {"intent": 1, "amount": 1000001}]}]}})"),
                IsEmpty());
}

}  // namespace
}  // namespace onceproof::search
