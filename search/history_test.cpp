// What a run leaves of each attempt: the bytes that passed the network, and what it was made for.
#include "search/runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace onceproof::search {
namespace {

using model::seen_attempt;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<seen_attempt> attempts_of(runner& p, const scenarios::trial& t,
                                      std::string_view client) {
    p.run(t);
    std::vector<seen_attempt> some;
    for (const seen_attempt& a : p.seen().attempts) {
        if (a.client == client) {
            some.push_back(a);
        }
    }
    return some;
}

TEST(History, HoldsTheBytesThatWereSentAndReceived) {
    runner p(*scenarios::find("same-request-twice"));
    const auto seen =
        attempts_of(p, scenarios::trial(*scenarios::find("same-request-twice")), "client");
    ASSERT_EQ(seen.size(), 2U);
    for (const seen_attempt& a : seen) {
        EXPECT_THAT(a.sent, StartsWith("POST /v1/charges HTTP/1.1\r\n"));
        EXPECT_THAT(a.sent, HasSubstr("Idempotency-Key: \"" + a.key + '"'));
        EXPECT_THAT(a.sent, EndsWith(a.request.substr(a.request.find('{'))));
        EXPECT_THAT(a.received, StartsWith("HTTP/1.1 201 Created\r\n"));
        EXPECT_THAT(a.received, EndsWith("\r\n\r\n" + a.answer->body));
    }
}

TEST(History, HoldsNoByteThatWasLost) {
    const scenarios::scenario& s = *scenarios::find("lost-answer");
    scenarios::trial t(s);
    t.faults = s.plan;
    runner p(s);
    const auto seen = attempts_of(p, t, "client");
    ASSERT_EQ(seen.size(), 2U);
    EXPECT_FALSE(seen[0].answer);
    EXPECT_NE(seen[0].sent, "");
    EXPECT_EQ(seen[0].received, "");
    EXPECT_NE(seen[1].received, "");
}

TEST(History, KnowsWhatEachAttemptWasMadeFor) {
    const scenarios::scenario& s = *scenarios::find("other-body");
    runner p(s);
    const auto seen = attempts_of(p, scenarios::trial(s), "client");
    ASSERT_EQ(seen.size(), 3U);
    for (std::size_t i = 0; i < seen.size(); ++i) {
        EXPECT_EQ(seen[i].submission, i);
        EXPECT_EQ(seen[i].why,
                  i == 1 ? seen_attempt::purpose::other_body : seen_attempt::purpose::work);
    }
    const auto asked_again = attempts_of(p, scenarios::trial(s), "prober");
    ASSERT_EQ(asked_again.size(), 4U);
    EXPECT_EQ(asked_again[0].why, seen_attempt::purpose::probe);
    EXPECT_EQ(asked_again[1].why, seen_attempt::purpose::other_body);
    EXPECT_EQ(asked_again[2].submission, 2U);
    EXPECT_EQ(asked_again[3].intent, 2U);
}

TEST(History, HoldsEffectsWhole) {
    const scenarios::scenario& s = *scenarios::find("same-request-twice");
    runner p(s);
    p.run(scenarios::trial(s));
    ASSERT_EQ(p.seen().effects.size(), 2U);
    EXPECT_EQ(p.seen().effects.front().details,
              (model::fields{{"amount", "1250"}, {"currency", "EUR"}}));
    runner other(s, designs::implementation(*designs::find_subject("messages")));
    scenarios::trial t(s);
    t.under_test = designs::implementation(*designs::find_subject("messages"));
    other.run(t);
    ASSERT_EQ(other.seen().effects.size(), 2U);
    EXPECT_EQ(other.seen().effects.front().details,
              (model::fields{{"recipient", "ann"}, {"text", "Your parcel is on its way."}}));
}

}  // namespace
}  // namespace onceproof::search
