// What could go wrong, and the runs that differ in one choice.
#include "explore/what_if.hpp"

#include "explore/explore_testing.hpp"
#include "explore/steps.hpp"
#include "faults/words.hpp"
#include "search/plan_file/trial_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace onceproof::explore {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;
using testing::trial_of;

TEST(Choices, OfAllRowsAreThePointsOfTheRun) {
    const recording r(trial_of("two-at-once"));
    std::vector<std::string> offered;
    for (const event_number row : r.rows()) {
        for (const choices_at& c : choices(r, row)) {
            offered.push_back(c.point);
        }
    }
    std::vector<std::string> met;
    const faults::fault_space space = r.trial().under_test.space();
    for (const sim::point& p : r.against().points()) {
        if (std::ranges::any_of(space, [&](const auto& k) { return k.applies_to.has(p.kind); })) {
            met.push_back(r.world().name(p));
        }
    }
    EXPECT_EQ(offered, met);
}

// Each choice is met by the run that it makes, and leaves alone what came before.
TEST(Choices, BeInjectedInTheRowThatOffersThem) {
    const recording r(trial_of("lost-answer"));
    std::size_t tried = 0;
    for (const event_number row : r.rows()) {
        for (const choices_at& c : choices(r, row)) {
            const faults::planned_fault& f = c.kinds.front().ways.front();
            const recording other(with(r.trial(), f));
            EXPECT_NE(other.against().fates().back(), faults::injector::fate::unmet)
                << faults::in_words(f);
            const auto place = r.row_of(row);
            const event_number before = *place == 0 ? 0 : r.rows()[*place - 1];
            for (event_number i = 1; i <= before; ++i) {
                EXPECT_EQ(r.event(i).kind, other.event(i).kind);
                EXPECT_EQ(r.event(i).at, other.event(i).at);
            }
            ++tried;
        }
    }
    EXPECT_GT(tried, 20U);
}

TEST(WhatIf, AFaultIsPutInAndTakenOut) {
    const scenarios::trial calm_one = trial_of("same-request-twice");
    const faults::planned_fault lost("intent-1/attempt-1/client>api/response",
                                     faults::fault_spec(faults::fault_kind::silence));
    const scenarios::trial fired = with(calm_one, lost);
    EXPECT_THAT(fired.faults, SizeIs(calm_one.faults.size() + 1));
    EXPECT_EQ(search::to_json(without_fault(fired, fired.faults.size() - 1)),
              search::to_json(calm_one));
    EXPECT_THROW(without_fault(fired, fired.faults.size()), refusal);
}

TEST(WhatIf, AGuardIsTakenAwayAndPutBack) {
    const scenarios::trial whole = trial_of("lost-answer");
    const scenarios::trial lacking = without_guard(whole, "key");
    EXPECT_EQ(lacking.under_test.lacks->guard, "key");
    EXPECT_EQ(without_guard(lacking, "").under_test, whole.under_test);
    EXPECT_THROW(without_guard(whole, "jittr"), refusal);
}

TEST(WhatIf, SeedsFollowOneAnother) {
    const scenarios::trial first = of_seed(trial_of("lost-answer"), 0);
    EXPECT_TRUE(is_of_its_seed(first));
    const scenarios::trial changed =
        with(first, faults::planned_fault("intent-1/attempt-2/client>api/response",
                                          faults::fault_spec(faults::fault_kind::silence)));
    EXPECT_FALSE(is_of_its_seed(changed));
    EXPECT_THAT(again(first), StartsWith("onceproof replay lost-answer --seed 0"));
    EXPECT_THAT(again(changed), StartsWith("onceproof replay --plan /dev/stdin <<< '{"));
}

TEST(WhatIf, TheNextFailingSeedFails) {
    const auto failing = next_failing(trial_of("lost-answer", "key-per-attempt"), 100);
    ASSERT_TRUE(failing);
    EXPECT_EQ(recording(*failing).verdict(), search::verdict::violated);
    EXPECT_FALSE(next_failing(trial_of("lost-answer"), 20));
}

TEST(WhatIf, APlanFileSaysWhatGoesWrongAndIsReadAgain) {
    const scenarios::trial t = trial_of("lost-answer");
    const std::string text = plan_file_of(t);
    EXPECT_THAT(text,
                StartsWith("// What goes wrong: the response to attempt 1 of intent-1 is lost."));
    EXPECT_EQ(search::to_json(search::read_trial(text)), search::to_json(t));
}

}  // namespace
}  // namespace onceproof::explore
