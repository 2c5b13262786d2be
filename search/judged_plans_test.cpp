// Plans that read well and were judged wrongly once: the intact subject holds in them, or they are
// refused.
#include "base/document.hpp"
#include "search/plan_file/trial_json.hpp"
#include "search/runner.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace onceproof::search {
namespace {

using ::testing::IsEmpty;

// What broke in the run of that plan.
std::string what_broke_in(std::string_view plan) {
    const scenarios::trial t = read_trial(plan);
    runner p(*t.base, t.under_test);
    const run_report r = p.run(t);
    std::string text = r.failure;
    for (const model::violation& v : r.violations) {
        text += std::string(to_text(v.broken)) + ": " + v.why + '\n';
    }
    return text;
}

std::string plan_refusal_of(std::string_view plan) {
    try {
        read_trial(plan);
    } catch (const base::bad_document& bad) {
        return bad.what();
    }
    return "";
}

TEST(JudgedPlans, WhatWasNeverAskedForNeedNotSettle) {
    EXPECT_THAT(what_broke_in(R"({"onceproof_plan": 2, "scenario": "other-body-in-flight",
        "faults": [], "workload": {"servers": ["api-2"], "attempts_max": 1, "clients": [
          {"name": "client-2", "submissions": [
            {"intent": 1, "at": "api-2", "key": "form-1", "other_body": true}]}]}})"),
                IsEmpty());
}

constexpr std::string_view late_put = R"({"onceproof_plan": 2, "scenario": "order-put-twice",
    "workload": {"servers": ["api-1"], "attempts_max": 1, "clients": [
      {"name": "client", "submissions": [
        {"intent": 1, "operation": "PUT /v1/orders/order-1"}]}]},
    "faults": [{"point": "intent-1/attempt-1/client>api/connect", "fault": "delay",
                "span": "400ms"}]})";

TEST(JudgedPlans, APutIsAskedForAgainInTheEnd) {
    EXPECT_THAT(what_broke_in(late_put), IsEmpty());
    const scenarios::trial t = read_trial(late_put);
    runner p(*t.base, t.under_test);
    p.run(t);
    EXPECT_TRUE(p.seen().intents.front().settled);
}

TEST(JudgedPlans, TheLastPutStaysTheLast) {
    EXPECT_THAT(what_broke_in(R"({"onceproof_plan": 2, "scenario": "order-put-twice",
        "workload": {"servers": ["api-1"], "attempts_max": 1, "clients": [
          {"name": "client", "submissions": [
            {"intent": 1, "operation": "replace"},
            {"intent": 2, "operation": "replace", "amount": 900}]}]},
        "faults": [{"point": "intent-1/attempt-1/client>api/request", "fault": "delay",
                    "span": "400ms"}]})"),
                IsEmpty());
}

TEST(JudgedPlans, OneIntentIsNotAskedForTwiceAtOnceByOneClient) {
    EXPECT_EQ(
        plan_refusal_of(R"({"onceproof_plan": 2, "scenario": "same-request-twice",
        "workload": {"servers": ["api-1"], "clients": [
          {"name": "client", "at_once": true, "submissions": [{"intent": 1}, {"intent": 1}]}]}})"),
        "'client' does its submissions at once, so no two of them are of one intent, as those "
        "of 1");
}

TEST(JudgedPlans, ANaturalKeyDeclinesWithoutKeepingIt) {
    constexpr std::string_view plan = R"({{"onceproof_plan": 2, "scenario": "other-body",
        "subject": "natural-key", "faults": [], "workload": {{"servers": ["api-1"], "clients": [
          {{"name": "client", "submissions": [{}]}}]}}}})";
    for (const std::string_view submissions :
         {R"({"intent": 1, "declined": true})",
          R"({"intent": 1, "declined": true}, {"intent": 1, "other_body": true})",
          R"({"intent": 1}, {"intent": 1, "other_body": true, "declined": true})"}) {
        EXPECT_THAT(what_broke_in(fmt::format(plan, submissions)), IsEmpty()) << submissions;
    }
}

// By what the operation says of itself, whatever the submission calls it.
TEST(JudgedPlans, AnAmountThatIsTooLargeIsDueToBeDeclined) {
    EXPECT_THAT(what_broke_in(R"({"onceproof_plan": 2, "scenario": "same-request-twice",
        "faults": [], "workload": {"servers": ["api-1"], "clients": [
          {"name": "client", "submissions": [{"intent": 1, "amount": 1000001}]}]}})"),
                IsEmpty());
}

}  // namespace
}  // namespace onceproof::search
