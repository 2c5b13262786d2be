// A plan file is the run that it was written from; one that is broken is refused in one sentence.
#include "search/plan_file/trial_json.hpp"

#include "base/document_testing.hpp"
#include "scenarios/roles/downstream.hpp"
#include "scenarios/roles/proxy.hpp"
#include "scenarios/roles/sweep.hpp"
#include "search/runner.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>

namespace onceproof::search {
namespace {

using namespace std::chrono_literals;
using namespace std::string_view_literals;
using faults::fault_kind;

bool equal(const scenarios::trial& a, const scenarios::trial& b) {
    return a.base == b.base && a.under_test == b.under_test && a.seed == b.seed &&
           a.work == b.work && a.faults == b.faults;
}

// "line:column: sentence", or nothing if the file is read.
std::string plan_refusal(std::string_view text) {
    try {
        read_trial(text);
        return {};
    } catch (const base::bad_document& refused) {
        return fmt::format("{}:{}: {}", refused.line(), refused.column(), refused.what());
    }
}

// --- What is read ---

class TrialJson : public ::testing::TestWithParam<std::size_t> {
protected:
    const scenarios::scenario& it() const {
        return GetParam() < scenarios::all().size() ? scenarios::all()[GetParam()]
                                                    : scenarios::canary();
    }
};

INSTANTIATE_TEST_SUITE_P(All, TrialJson,
                         ::testing::Range<std::size_t>(0, scenarios::all().size() + 1),
                         [](const auto& which) {
                             std::string name(which.param < scenarios::all().size()
                                                  ? scenarios::all()[which.param].name
                                                  : "canary");
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST_P(TrialJson, ReadAgainRunsTheSameRun) {
    runner p(it());
    std::size_t faults = 0;
    for (std::uint64_t seed = 0; seed < (GetParam() < 5 ? 50 : 10); ++seed) {
        const scenarios::trial chosen = p.trial_of(seed);
        const sim::trace_hash hash = p.world().events().hash();
        const std::string text = to_json(chosen);
        const scenarios::trial again = read_trial(text);
        EXPECT_TRUE(equal(again, chosen)) << text;
        EXPECT_EQ(to_json(again), text);
        EXPECT_EQ(p.run(again).hash, hash) << text;
        faults += chosen.faults.size() - it().plan.size();
    }
    EXPECT_EQ(faults > 0, it().swarm.faults_max > 0);
}

TEST(TrialJsonText, ReadAgainRunsTheSameRunOfAMutant) {
    const designs::implementation by(*designs::find_mutant("answer-not-stored"));
    for (std::size_t i = 0; i < 5; ++i) {
        runner p(scenarios::all()[i], by);
        const scenarios::trial chosen = p.trial_of(3);
        const sim::trace_hash hash = p.world().events().hash();
        const scenarios::trial again = read_trial(to_json(chosen));
        EXPECT_TRUE(again.under_test == by);
        EXPECT_EQ(p.run(again).hash, hash);
    }
}

TEST(TrialJsonText, IsWhatPeopleWouldWrite) {
    scenarios::trial t(*scenarios::find("lost-answer"));
    t.under_test = designs::implementation(*designs::find_mutant("key-per-attempt"));
    t.seed = 7;
    t.work.clients.front().start = 5ms;
    t.work.clients.front().submissions.front().key = "k1";
    t.faults = t.base->plan;
    EXPECT_EQ(to_json(t), R"({
  "onceproof_plan": 2,
  "scenario": "lost-answer",
  "mutant": "key-per-attempt",
  "seed": 7,
  "workload": {
    "servers": ["api-1"], "attempts_max": 8,
    "clients": [
      {"name": "client", "start": "5ms", "submissions": [{"intent": 1, "at": "api-1", "key": "k1"}]}
    ]
  },
  "faults": [
    {"point": "intent-1/attempt-1/client>api/response", "fault": "silence"}
  ]
}
)");
}

TEST(TrialJsonText, LeavesOutWhatGoesWithoutSaying) {
    const scenarios::trial t =
        read_trial(R"({"onceproof_plan": 2, "scenario": "canary", "faults": []})");
    EXPECT_EQ(t.base, &scenarios::canary());
    EXPECT_TRUE(t.under_test == scenarios::canary().usual) << "the scenario's own";
    EXPECT_FALSE(t.seed);
    EXPECT_EQ(t.work, scenarios::canary().work);
    EXPECT_TRUE(t.faults.empty()) << "not the scenario's own";
}

scenarios::submission any_submission(const scenarios::workload& work) {
    scenarios::submission e(*rc::gen::inRange<std::uint64_t>(1, 1'000'001));
    const scenarios::server_work at = *rc::gen::elementOf(work.servers);
    e.at = at.name;
    e.key = *rc::gen::element<std::string>("", "form-1", "{}/#>'");
    e.other_body = *rc::gen::inRange<std::size_t>(0, 3);
    e.tenant = *rc::gen::element<std::string>("shop", "club");
    e.operation =
        *rc::gen::element<std::string>("unsafe", "another unsafe", "replace", "PUT /v1/orders/a-1");
    e.amount = *rc::gen::inRange<std::int64_t>(0, 1'000'000'001);
    e.declined =
        !e.operation.starts_with("PUT") && e.operation != "replace" && *rc::gen::arbitrary<bool>();
    e.keyed = *rc::gen::arbitrary<bool>();
    e.respelled = *rc::gen::arbitrary<bool>();
    e.minimal = *rc::gen::arbitrary<bool>();
    e.extra = *rc::gen::inRange<std::size_t>(0, 1'000'001);
    return e;
}

bool repeats_an_intent(const scenarios::client_work& c) {
    std::set<std::uint64_t> intents;
    return std::ranges::any_of(c.submissions, [&](const scenarios::submission& e) {
        return !intents.insert(e.intent).second;
    });
}

scenarios::workload any_workload() {
    scenarios::workload work;
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
        scenarios::server_work server(fmt::format("api-{}", i));
        server.former = *rc::gen::arbitrary<bool>();
        server.stops_at = sim::duration(*rc::gen::inRange<std::int64_t>(0, 3));
        work.servers.push_back(server);
    }
    work.attempts_max = *rc::gen::inRange<std::uint32_t>(1, 1001);
    work.set(scenarios::downstream_work{sim::duration(*rc::gen::inRange<std::int64_t>(0, 3)),
                                        sim::duration(*rc::gen::inRange<std::int64_t>(0, 3))});
    work.set(scenarios::proxy_work{*rc::gen::arbitrary<bool>()});
    work.set(scenarios::sweep_work{sim::duration(*rc::gen::inRange<std::int64_t>(0, 3))});
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
        scenarios::client_work c(fmt::format("client-{}", i), {});
        c.start = sim::duration(*rc::gen::inRange<std::int64_t>(0, 86'400'000'000'000'000));
        c.on_disk = *rc::gen::arbitrary<bool>();
        for (int left = *rc::gen::inRange(0, 4); left > 0; --left) {
            c.submissions.push_back(any_submission(work));
        }
        c.at_once = !repeats_an_intent(c) && *rc::gen::arbitrary<bool>();
        work.clients.push_back(c);
    }
    return work;
}

RC_GTEST_PROP(TrialJsonText, KeepsAnyWorkload, ()) {
    scenarios::trial t(*scenarios::find("two-at-once"));
    t.work = any_workload();
    t.seed = *rc::gen::arbitrary<std::uint64_t>();
    RC_ASSERT(plan_refusal(to_json(t)) == "");
    RC_ASSERT(equal(read_trial(to_json(t)), t));
}

scenarios::submission submission_asking(std::string_view operation) {
    const scenarios::trial t = read_trial(fmt::format(
        R"({{"onceproof_plan": 2, "scenario": "two-at-once", "faults": [], "workload": {{
            "servers": ["api-1"], "clients": [
                {{"name": "c", "submissions": [{{"intent": 1, "operation": "{}"}}]}}]}}}})",
        operation));
    return t.work.clients.front().submissions.front();
}

TEST(TrialJson, UnderstandsWhatOperationsWereCalledOnce) {
    EXPECT_EQ(submission_asking("POST /v1/charges"), scenarios::submission(1));
    EXPECT_EQ(submission_asking("POST /v1/refunds").operation, "another unsafe");
    EXPECT_EQ(submission_asking("PUT /v1/orders/order-1").operation, "replace");
    EXPECT_EQ(submission_asking("PUT /v1/orders/order-2").operation, "PUT /v1/orders/order-2");
}

// --- What is refused ---

std::string refusal_of(std::string_view members) {
    return plan_refusal(fmt::format(
        R"({{"onceproof_plan": 2, "scenario": "two-at-once", "faults": [],{}{}}})", '\n', members));
}

std::string refusal_of_workload(std::string_view servers, std::string_view clients) {
    return refusal_of(fmt::format(R"("workload": {{"servers": [{}],{}"clients": [{}]}})", servers,
                                  '\n', clients));
}

std::string refusal_of_submission(std::string_view members) {
    return refusal_of_workload(
        R"("api-1")", fmt::format(R"({{"name": "c", "submissions": [{}{{{}}}]}})", '\n', members));
}

TEST(TrialJsonText, RefusesWhatIsNoPlanFile) {
    EXPECT_EQ(plan_refusal(""), "1:1: the file is empty");
    EXPECT_EQ(plan_refusal("[]"), "1:1: a plan file is an object");
    EXPECT_EQ(plan_refusal("{}"),
              "1:1: a plan file has a member 'onceproof_plan', which is missing here");
    EXPECT_EQ(plan_refusal(R"({"onceproof_plan": 3})"),
              "1:20: 'onceproof_plan' is 1 or 2: this build reads no other version");
    EXPECT_EQ(plan_refusal(R"({"onceproof_plan": "1"})"),
              "1:20: 'onceproof_plan' is 1 or 2: this build reads no other version");
    EXPECT_EQ(plan_refusal(R"({"onceproof_plan": 2})"),
              "1:1: a plan file has a member 'scenario', which is missing here");
    EXPECT_EQ(plan_refusal(R"({"onceproof_plan": 2, "scenario": "lost-answer"})"),
              "1:1: a plan file has a member 'faults', which is missing here");
    EXPECT_EQ(plan_refusal(R"({"onceproof_plan": 2, "scenario": "lost-anwser", "faults": []})"),
              "1:35: there is no scenario 'lost-anwser', did you mean 'lost-answer'?");
    EXPECT_EQ(refusal_of(R"("sead": 1)"),
              "2:1: a plan file has no member 'sead', did you mean 'seed'?");
    EXPECT_EQ(refusal_of(R"("mutant": "two-comits")"),
              "2:11: there is no mutant 'two-comits', did you mean 'two-commits'?");
    EXPECT_EQ(refusal_of(R"("mutant": null)"), "2:11: a mutant is a string");
    EXPECT_EQ(refusal_of(R"("seed": -1)"), "2:9: a seed is a number from 0 to 9223372036854775807");
    EXPECT_EQ(refusal_of(R"("seed": "7")"),
              "2:9: a seed is a number from 0 to 9223372036854775807");
}

TEST(TrialJsonText, RefusesWhatIsNoWorkload) {
    EXPECT_EQ(refusal_of(R"("workload": [])"), "2:13: a workload is an object");
    EXPECT_EQ(refusal_of(R"("workload": {"servers": {}, "clients": []})"),
              "2:25: servers are a list");
    EXPECT_EQ(refusal_of(R"("workload": {"servers": ["a"], "clients": 1})"),
              "2:43: clients are a list");
    EXPECT_EQ(refusal_of(R"("workload": {"servers": ["a"]})"),
              "2:13: a workload has a member 'clients', which is missing here");
    EXPECT_EQ(refusal_of_workload("", ""),
              "2:13: a workload has 1 to 100 servers and at most 100 clients");
    EXPECT_EQ(refusal_of_workload(R"("a", "a")", ""), "2:31: there are two by the name of 'a'");
    EXPECT_EQ(refusal_of_workload(R"("a")", R"({"name": "a", "submissions": []})"),
              "3:22: there are two by the name of 'a'");
    EXPECT_EQ(refusal_of_workload(R"("a")", R"({"name": "c", "submissions": []}, )"
                                            R"({"name": "c", "submissions": []})"),
              "3:56: there are two by the name of 'c'");
    for (const char* taken : {"api", "prober"}) {
        EXPECT_EQ(refusal_of_workload(fmt::format(R"("{}")", taken), ""),
                  fmt::format("2:26: there are two by the name of '{}'", taken));
    }
    for (const char* name : {"", "a/b", "a>b", "a#1", "a b", "ä", "c's host", "\\u0000"}) {
        EXPECT_EQ(refusal_of_workload(R"("a")", fmt::format(R"({{"name": "{}"}})", name)),
                  "3:22: a client has a name of 1 to 64 visible ASCII characters, none of / > # '");
    }
    EXPECT_EQ(refusal_of_workload(R"("a")", R"({"name": "c", "start": "-1ms", "submissions": []})"),
              "3:36: 'start' is not less than nothing");
    for (const auto& [attempts, sentence] :
         {std::pair{"0", "a client makes one attempt at least"},
          std::pair{"1001", "attempts_max is a number from 0 to 1000"}}) {
        EXPECT_EQ(refusal_of(fmt::format(
                      R"("workload": {{"servers": ["a"], "clients": [], "attempts_max": {}}})",
                      attempts)),
                  fmt::format("2:63: {}", sentence));
    }
}

TEST(TrialJsonText, RefusesServersThatAreAllGivenUp) {
    EXPECT_EQ(plan_refusal(R"({"onceproof_plan": 2, "scenario": "owner-lost-for-good", "faults": [],
"workload": {"servers": ["api-1"], "clients": []}})"),
              "2:13: 'owner-lost-for-good' gives all of these servers up for good");
}

TEST(TrialJsonText, RefusesWhatIsNoSubmission) {
    EXPECT_EQ(refusal_of_submission(R"("at": "api-1")"),
              "4:1: a submission has a member 'intent', which is missing here");
    EXPECT_EQ(refusal_of_submission(R"("intent": 0)"), "4:12: intents are counted from 1");
    EXPECT_EQ(refusal_of_submission(R"("intent": 1000001)"),
              "4:12: an intent is a number from 0 to 1000000");
    EXPECT_EQ(refusal_of_submission(R"("intent": 1, "at": "api-2")"),
              "4:1: there is no server 'api-2', did you mean 'api-1'?");
    EXPECT_EQ(refusal_of_submission(R"("intent": 1, "key": "a\"b")"),
              "4:22: 'key' is 1 to 255 visible ASCII characters, no quotes");
    EXPECT_EQ(refusal_of_submission(R"("intent": 1, "tenant": "")"),
              "4:25: 'tenant' is 1 to 255 visible ASCII characters, no quotes");
    EXPECT_EQ(refusal_of_submission(R"("intent": 1, "other_body": "yes")"),
              "4:29: 'other_body' is true or false");
    EXPECT_EQ(refusal_of_submission(R"("intent": 1, "price": 1)"),
              "4:15: a submission has no member 'price'");
    EXPECT_EQ(refusal_of_submission(R"("intent": 1)"), "");
}

// --- Whatever the file says ---

// Reads it, or has it refused as the interface says. The trial, if it was read.
std::optional<scenarios::trial> survives(const std::string& text) {
    try {
        return read_trial(text);
    } catch (const base::bad_document& refused) {
        EXPECT_EQ(base::flaw_of(refused, text), "") << refused.what() << " of " << text;
        EXPECT_LE(std::string_view(refused.what()).size(), 400U) << refused.what();
        return std::nullopt;
    }
}

// It ends, whatever its verdict.
void run(const scenarios::trial& t) {
    runner_options few;
    few.bounds = {20'000, 1h};
    runner p(*t.base, t.under_test);
    const run_report report = p.run(t, few);
    EXPECT_GT(report.steps, 0U);
}

const std::string& sample() {
    static const std::string text = R"(// A plan.
{
  "onceproof_plan": 2, "scenario": "lost-answer", /* found
  by hand */ "mutant": "two-commits", "seed": 7,
  "workload": {"servers": ["api-1", "api-2"], "attempts_max": 3, "clients": [
    {"name": "c", "start": "5ms", "submissions": [{"intent": 1, "at": "api-2", "key": "form-1"},
      {"intent": 1, "other_body": true}, {"intent": 2, "tenant": "club"}]}]},
  "faults": [
    {"point": "intent-1/attempt-1/c>api/response", "fault": "delay", "span": "past the timeout"},
    {"point": "intent-1/attempt-2/c>api/request#2", "fault": "trickle", "span": "3ms"},
    {"point": "intent-1/attempt-1/api-2/db commit", "fault": "kill after", "restart": "20ms"},
    {"point": "intent-2/attempt-1/c>api/connect", "fault": "partition",
     "until": "intent-2/attempt-2/c>api/connect"}]
})";
    return text;
}

TEST(HostilePlanFile, CutAnywhereIsRefused) {
    ASSERT_TRUE(survives(sample()));
    run(*survives(sample()));
    for (std::size_t size = 0; size < sample().size(); ++size) {
        EXPECT_FALSE(survives(sample().substr(0, size))) << size;
        survives(sample().substr(size));
    }
}

TEST(HostilePlanFile, WithBytesThatAreWrong) {
    constexpr std::string_view likely = "\0\n\"\\/*{}[]:,0129-#>'azms\x80\xED\xFF"sv;
    int read = 0;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        sim::draws random(seed, "hostile plan file", 0);
        std::string text = sample();
        for (std::uint64_t left = 1 + random.below(3); left > 0; --left) {
            const std::uint64_t at = random.below(text.size());
            const char byte = random.chance({1, 2}) ? likely[random.below(likely.size())]
                                                    : static_cast<char>(random.below(256));
            switch (random.below(3)) {
                case 0:
                    text[at] = byte;
                    break;
                case 1:
                    text.insert(at, 1, byte);
                    break;
                default:
                    text.erase(at, 1 + random.below(5));
            }
        }
        const std::optional<scenarios::trial> t = survives(text);
        read += t ? 1 : 0;
        if (t && read % 10 == 0) {
            run(*t);
        }
    }
    EXPECT_GT(read, 100) << "some still are plans";
    EXPECT_LT(read, 2000) << "most are not";
}

TEST(HostilePlanFile, WithAValueOfAnotherType) {
    int refused = 0;
    for (std::size_t at = sample().find(": "); at != std::string::npos;
         at = sample().find(": ", at + 1)) {
        const std::size_t end = sample().find_first_of(",}]", at);
        for (const char* value :
             {"null", "true", "0", "-1", "9223372036854775807", "[]", "{}", "[[]]", "\"\"",
              "\"\\u0000\"", "\"x\\ny\"", "\"\\ud83d\\ude00\"", "1e5", "\xFF", ""}) {
            const std::string text = sample().substr(0, at + 2) + value + sample().substr(end);
            refused += survives(text) ? 0 : 1;
        }
    }
    EXPECT_GT(refused, 300);
}

TEST(HostilePlanFile, WithAMemberTwice) {
    for (const char* member : {R"("seed": 7)", R"("span": "3ms")", R"("name": "c")",
                               R"("attempts_max": 3)", R"("intent": 1)"}) {
        const std::size_t at = sample().find(member);
        ASSERT_NE(at, std::string::npos) << member;
        std::string text = sample();
        EXPECT_FALSE(survives(text.insert(at, std::string(member) + ", "))) << member;
    }
}

std::string with_faults(const std::string& faults) {
    return R"({"onceproof_plan": 2, "scenario": "lost-answer", "faults": [)" + faults + "]}";
}

TEST(HostilePlanFile, ThatIsHugeOrDeep) {
    EXPECT_FALSE(survives(with_faults(std::string(30, '['))));
    EXPECT_FALSE(survives(with_faults(std::string(1U << 20U, '['))));
    EXPECT_TRUE(survives(with_faults(std::string((1U << 20U) - 100, ' '))));
    EXPECT_FALSE(survives(with_faults(std::string(1U << 20U, ' '))));
    const std::string name(100'000, 'x');
    EXPECT_FALSE(survives(with_faults("{\"point\": \"" + name + "\", \"fault\": \"silence\"}")));
    EXPECT_FALSE(survives(with_faults("{\"point\": \"a>b/c\", \"fault\": \"" + name + "\"}")));
    EXPECT_FALSE(survives(with_faults("{\"" + name + "\": 1}")));
    const std::optional<scenarios::trial> t =
        survives(with_faults("{\"point\": \"a>b/" + name + "\", \"fault\": \"silence\"}"));
    ASSERT_TRUE(t);
    run(*t);
}

// Faults of that kind at one point, their spans together about 1000 days.
std::string long_spans(std::string_view kind, int faults) {
    std::string text;
    for (int i = 1; i <= faults; ++i) {
        text += fmt::format(
            R"({}{{"point": "intent-1/attempt-1/client>api/{}", "fault": "{}", "span": "{}min"}})",
            i == 1 ? "" : ", ", i % 2 == 0 ? "request" : "response", kind,
            1000 * 24 * 60 / faults - i);
    }
    return with_faults(text);
}

TEST(HostilePlanFile, WithSpansThatLeaveNoRoomInAClock) {
    for (const char* kind : {"delay", "pause", "clock jump", "trickle", "partition"}) {
        for (const int faults : {1, 2, 400}) {
            const std::optional<scenarios::trial> t = survives(long_spans(kind, faults));
            ASSERT_TRUE(t) << kind;
            run(*t);
        }
    }
}

// --- Version 1 ---

TEST(PlanVersion1, IsReadThroughTheTableOfWords) {
    const std::string now = R"({"onceproof_plan": 2, "scenario": "lost-answer", "seed": 7,
        "workload": {"servers": ["api-1"], "clients": [
            {"name": "client", "submissions": [{"intent": 1}, {"intent": 1}]}]},
        "faults": [{"point": "intent-1/attempt-1/client>api/connect", "fault": "partition",
                    "until": "intent-1/attempt-2/client>api/connect"},
                   {"point": "intent-1/attempt-1/downstream-1/db open", "fault": "kill before"}]})";
    std::string before = now;
    before.replace(before.find(": 2"), 3, ": 1");
    before.replace(before.find("submissions"), 11, "errands");
    before.replace(before.find("downstream-1"), 12, "acquirer-1");
    for (std::size_t at = before.find("intent-"); at != std::string::npos;
         at = before.find("intent-")) {
        before.replace(at, 7, "pay-");
    }
    EXPECT_TRUE(equal(read_trial(before), read_trial(now)));
    before.replace(before.find(": 1"), 3, ": 2");
    EXPECT_EQ(plan_refusal(before), "3:32: a client has no member 'errands'")
        << "in no later version";
}

}  // namespace
}  // namespace onceproof::search
