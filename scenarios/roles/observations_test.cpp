// What is observed at the boundary, on histories written by hand.
#include "scenarios/roles/observations.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>

namespace onceproof::scenarios {
namespace {

using namespace std::chrono_literals;
using model::http_response;
using model::seen_attempt;

// A run of one intent, to which attempts are added in order, each 10 ms long.
struct story {
    story() {
        promised.replay_marker = "Idempotent-Replayed";
        promised.mismatch_status = 422;
        promised.in_flight_status = 409;
        promised.expired_status = 410;
        model::seen_intent one;
        one.number = 1;
        one.tenant = "shop";
        one.operation = "POST /v1/charges";
        one.reference = "order-1";
        history.intents.push_back(one);
        work.servers = {"api-1", "api-2"};
    }

    // STATUS 0: without an answer.
    seen_attempt& attempt(unsigned status, bool replayed = false, std::string_view at = "api-1") {
        seen_attempt& a = history.attempts.emplace_back();
        a.intent = 1;
        a.number = history.attempts.size();
        a.server = at;
        a.begin = 10ms * a.number;
        a.end = a.begin + 9ms;
        if (status != 0) {
            a.answer = http_response(status, "");
        }
        if (replayed) {
            a.answer->headers.add("Idempotent-Replayed", "true");
        }
        return a;
    }
    void effect() {
        history.effects.push_back(
            {"shop", "POST /v1/charges", "order-1", "ch_1", {{"amount", "1250"}}});
    }
    void interrupt(std::chrono::milliseconds at, bool died) {
        happened.interruptions.push_back({"api-1", at, died});
    }
    bool shows(std::string_view name) const {
        return goal_named(name).reached({happened, history, promised, work});
    }

    run_facts happened;
    model::history history;
    model::contract promised;
    workload work;
};

TEST(Observations, HaveNamesOfTheirOwn) {
    std::set<std::string_view> names;
    for (const observation& o : observations()) {
        EXPECT_TRUE(names.insert(o.name).second) << o.name;
    }
}

std::string refusal(std::string_view name) {
    try {
        goal_named(name);
    } catch (const std::invalid_argument& refused) {
        return refused.what();
    }
    return "";
}

TEST(Observations, AreFoundByName) {
    EXPECT_EQ(goal_named("replayed").name, "the stored answer was replayed");
    EXPECT_EQ(goal_named("answered 503").name, "an attempt was answered 503");
    EXPECT_EQ(refusal("replaid"), "there is no observation 'replaid', did you mean 'replayed'?");
    for (const char* name : {"answered", "answered ", "answered 99", "answered 503x"}) {
        EXPECT_EQ(refusal(name), "'answered' comes with a status, as in 'answered 503'");
    }
}

TEST(Observations, TellAnAnswerByItsStatus) {
    story s;
    s.attempt(503);
    EXPECT_TRUE(s.shows("answered 503"));
    EXPECT_FALSE(s.shows("accepted"));
    EXPECT_FALSE(s.shows("attempt-unanswered"));
    s.attempt(201);
    s.attempt(0);
    EXPECT_TRUE(s.shows("accepted"));
    EXPECT_TRUE(s.shows("attempt-unanswered"));
}

TEST(Observations, AreNoneOfTheProbes) {
    story s;
    s.happened.attempts_before_probes = 0;
    s.happened.outcomes_before_probes = 0;
    s.attempt(503, true);
    s.history.outcomes.emplace_back();
    EXPECT_FALSE(s.shows("answered 503"));
    EXPECT_FALSE(s.shows("replayed"));
    EXPECT_FALSE(s.shows("outcome-unknown"));
    s.happened.outcomes_before_probes = 1;
    EXPECT_TRUE(s.shows("outcome-unknown"));
}

TEST(Observations, TellAReplayByTheMarker) {
    story s;
    s.attempt(201);
    s.attempt(201);
    s.effect();
    EXPECT_FALSE(s.shows("replayed"));
    s.attempt(201, true);
    EXPECT_TRUE(s.shows("replayed"));
}

TEST(Observations, TellAReplayByTheEffectWhereThereIsNoMarker) {
    story s;
    s.promised.replay_marker.clear();
    s.attempt(503);
    s.attempt(201);
    s.effect();
    EXPECT_FALSE(s.shows("replayed")) << "it is the first answer that is final";
    s.attempt(201);
    EXPECT_TRUE(s.shows("replayed"));
    s.effect();
    EXPECT_FALSE(s.shows("replayed")) << "it was done again";
}

TEST(Observations, TellWhatIsRefusedByTheContract) {
    story s;
    s.attempt(422);
    EXPECT_FALSE(s.shows("other-request-refused")) << "it is the same request";
    s.attempt(422).why = seen_attempt::purpose::other_body;
    EXPECT_TRUE(s.shows("other-request-refused"));
    s.attempt(409);
    s.attempt(410);
    EXPECT_TRUE(s.shows("refused-as-in-flight"));
    EXPECT_TRUE(s.shows("told-expired"));
}

TEST(Observations, TellADeathBetweenEffectAndAnswerByTheReplay) {
    story s;
    s.attempt(0);
    s.attempt(201, true);
    EXPECT_FALSE(s.shows("killed-between-effect-and-answer")) << "nobody died";
    s.interrupt(12ms, true);
    EXPECT_TRUE(s.shows("killed-between-effect-and-answer"));
    EXPECT_FALSE(s.shows("claim-taken-over"));
}

TEST(Observations, TellATakeoverByAnAnswerThatIsNoReplay) {
    story s;
    s.attempt(0);
    s.attempt(201, false, "api-2");
    EXPECT_FALSE(s.shows("claim-taken-over")) << "nobody was interrupted";
    s.interrupt(12ms, false);
    EXPECT_TRUE(s.shows("claim-taken-over"));
    EXPECT_FALSE(s.shows("killed-between-effect-and-answer"));
    s.history.attempts.back().answer->headers.add("Idempotent-Replayed", "true");
    EXPECT_FALSE(s.shows("claim-taken-over"));
}

TEST(Observations, TellAnInterruptionOfTheAttemptFromOthers) {
    story s;
    s.interrupt(5ms, true);
    s.attempt(0);
    s.attempt(201);
    EXPECT_FALSE(s.shows("claim-taken-over")) << "it died before it was asked";
}

TEST(Observations, TellThatAFailureWasMadeGood) {
    story s;
    s.attempt(503);
    EXPECT_FALSE(s.shows("failure-made-good"));
    s.attempt(201);
    EXPECT_TRUE(s.shows("failure-made-good"));
}

TEST(Observations, TellAStopUnderWay) {
    story s;
    s.attempt(201);
    EXPECT_FALSE(s.shows("stopped-under-way"));
    s.work.servers.front().stops_at = 15ms;
    EXPECT_TRUE(s.shows("stopped-under-way"));
    s.work.servers.front().stops_at = 25ms;
    EXPECT_FALSE(s.shows("stopped-under-way"));
}

TEST(Observations, TellACallThatHasNoAnswer) {
    story s;
    s.happened.call_begins(7);
    s.happened.call_is_answered(7);
    s.happened.call_ends(7);
    EXPECT_FALSE(s.shows("call-unanswered"));
    s.happened.call_begins(8);
    s.happened.call_ends(8);
    EXPECT_TRUE(s.shows("call-unanswered"));
}

}  // namespace
}  // namespace onceproof::scenarios
