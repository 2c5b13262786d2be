// From one event to the next that somebody looks for.
#include "explore/steps.hpp"

#include "explore/explore_testing.hpp"

#include <gtest/gtest.h>

namespace onceproof::explore {
namespace {

using testing::trial_of;

TEST(Steps, GoThroughAllRowsAndBack) {
    recording r(trial_of("lost-answer"));
    std::vector<event_number> seen;
    for (std::optional<event_number> at = 0; (at = next(r, *at, {}, false));) {
        seen.push_back(*at);
    }
    EXPECT_EQ(seen, r.rows());
    event_number at = r.size();
    std::size_t back = 0;
    while (const auto before = next(r, at, {}, true)) {
        at = *before;
        ++back;
    }
    EXPECT_EQ(at, 0U);
    EXPECT_EQ(back, r.rows().size());
}

TEST(Steps, NeverStopAtATimer) {
    recording r(trial_of("lost-answer"));
    for (const event_number row : r.rows()) {
        EXPECT_NE(r.event(row).kind, sim::event_kind::timer_fired);
    }
    EXPECT_LT(r.rows().size(), r.size());
}

TEST(Steps, FindEachKind) {
    recording r(trial_of("lost-answer"));
    const auto at = [&](std::string_view word) {
        return next(r, 0, *target_named(word), false).value_or(0);
    };
    EXPECT_EQ(words_of(r, at("effect")), "CHARGES 1 order-1");
    EXPECT_TRUE(words_of(r, at("fault")).ends_with("LOST")) << words_of(r, at("fault"));
    EXPECT_TRUE(words_of(r, at("attempt")).starts_with("connects to"));
    EXPECT_TRUE(words_of(r, at("message")).starts_with("-> "));
    EXPECT_TRUE(words_of(r, at("refusal")).starts_with("suppresses a duplicate"));
    EXPECT_EQ(at("violation"), 0U);
    EXPECT_FALSE(target_named("efect"));
}

TEST(Steps, FindTextWithoutCase) {
    recording r(trial_of("lost-answer"));
    const auto found = next(r, 0, {target::match::text, row_kind::other, "charges 1"}, false);
    ASSERT_TRUE(found);
    EXPECT_EQ(words_of(r, *found), "CHARGES 1 order-1");
    EXPECT_FALSE(next(r, 0, {target::match::text, row_kind::other, "nonsense"}, false));
    EXPECT_TRUE(next(r, 0, {target::match::text, row_kind::other, "intent-1/attempt-2"}, false));
}

// The event that it gives is the first at which the oracle can tell, and it is a row.
TEST(Steps, AViolationIsDated) {
    recording r(trial_of("lost-answer", "key-per-attempt"));
    const auto since = [&](model::rule rule) {
        for (const dated_violation& v : r.violations()) {
            if (v.violation.broken == rule) {
                return v.since;
            }
        }
        return event_number(0);
    };
    const event_number at = since(model::rule::one_effect);
    ASSERT_NE(at, 0U);
    EXPECT_EQ(words_of(r, at), "CHARGES 2 order-1");
    EXPECT_EQ(next(r, at - 1, *target_named("violation"), false), at);
}

}  // namespace
}  // namespace onceproof::explore
