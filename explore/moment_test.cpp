// What is there at a moment of a run.
#include "explore/moment.hpp"

#include "explore/explore_testing.hpp"
#include "explore/moment_text.hpp"
#include "explore/steps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::explore {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing::trial_of;

const shown_table& table_of(const moment& m, std::string_view name) {
    for (const shown_database& d : m.databases) {
        for (const shown_table& t : d.tables) {
            if (t.name == name) {
                return t;
            }
        }
    }
    throw std::runtime_error("no such table");
}

TEST(Moment, BeforeTheFirstEventNobodyIsThere) {
    recording r(trial_of("lost-answer"));
    const moment m = look_at(r, 0);
    EXPECT_EQ(m.time, "0.000000 ms");
    EXPECT_THAT(m.intents, IsEmpty());
    EXPECT_THAT(table_of(m, "ledger").rows, IsEmpty());
}

TEST(Moment, ShowsWhatAClientCannotKnow) {
    recording r(trial_of("lost-answer"));
    const auto effect = next(r, 0, *target_named("effect"), false);
    ASSERT_TRUE(effect);
    const moment m = look_at(r, *effect);
    ASSERT_THAT(m.intents, SizeIs(1));
    EXPECT_EQ(m.intents[0].effects, 1U);
    EXPECT_EQ(m.intents[0].knows, "Not known: attempt 1 is under way.");
    ASSERT_THAT(m.timers, SizeIs(1));
    EXPECT_EQ(m.timers[0].process, "client");
    const moment end = look_at(r, r.size());
    EXPECT_EQ(end.intents[0].knows, "It ended with 201.");
    EXPECT_EQ(end.intents[0].attempts[0].came_of_it, "no answer");
}

TEST(Moment, ShowsAMessageUntilItArrives) {
    recording r(trial_of("lost-answer"));
    const event_number sent = testing::row_with(r, sim::event_kind::sent);
    const moment m = look_at(r, sent);
    ASSERT_THAT(m.messages, SizeIs(1));
    EXPECT_EQ(m.messages[0].event, sent);
    EXPECT_EQ(m.messages[0].fate, "arrives in 1 ms");
    EXPECT_THAT(look_at(r, testing::row_with(r, sim::event_kind::delivered)).messages, IsEmpty());
}

// A design that does not sync loses what it has acknowledged.
TEST(Moment, TellsWhatTheDiskWouldLose) {
    recording r(trial_of("lost-answer"));
    bool any_unsafe = false;
    for (event_number at = 0; at <= r.size(); ++at) {
        const moment m = look_at(r, at);
        for (const shown_row& row : table_of(m, "ledger").rows) {
            any_unsafe = any_unsafe || !row.safe;
        }
    }
    EXPECT_FALSE(any_unsafe) << "a commit of the reference implementation is safe at once";
}

TEST(Moment, AStalledOneIsSeenToStall) {
    recording r(trial_of("sleeping-owner"));
    const event_number at = testing::row_with(r, sim::event_kind::paused);
    ASSERT_NE(at, 0U);
    const moment m = look_at(r, at);
    EXPECT_TRUE(std::ranges::any_of(
        m.actors, [](const actor& a) { return a.state.starts_with("stalls until "); }));
}

TEST(Moment, AProcessThatDiedDoesNotRun) {
    recording r(trial_of("dead-owner"));
    const event_number at = testing::row_with(r, sim::event_kind::killed);
    ASSERT_NE(at, 0U);
    const moment m = look_at(r, at);
    EXPECT_TRUE(
        std::ranges::any_of(m.actors, [](const actor& a) { return a.state == "does not run"; }));
}

// In the middle of a run the oracle says nothing that the end takes back.
TEST(Moment, TheOracleNeverCriesTooEarly) {
    for (const scenarios::scenario& s : scenarios::all()) {
        recording r(calm(s, s.usual));
        ASSERT_THAT(r.report().violations, IsEmpty()) << s.name;
        const event_number stride = r.size() / 60 + 1;
        for (event_number at = 0; at <= r.size(); at += stride) {
            for (const model::violation& v : r.pause_at(at).report.violations) {
                EXPECT_TRUE(is_liveness(v.broken))
                    << s.name << " at " << at << ": " << to_text(v.broken) << ": " << v.why;
            }
        }
    }
}

TEST(Moment, IsToldAsTextByPart) {
    recording r(trial_of("lost-answer"));
    const moment m = look_at(r, r.size());
    EXPECT_THAT(in_text(m, "db"), HasSubstr("ledger in charges.db on api: id | tenant"));
    EXPECT_THAT(in_text(m, "clients"), HasSubstr("intent-1  It ended with 201. 1 effect."));
    EXPECT_THAT(in_text(m, ""), HasSubstr("Waited for at"));
    EXPECT_THROW(in_text(m, "clinets"), refusal);
}

}  // namespace
}  // namespace onceproof::explore
