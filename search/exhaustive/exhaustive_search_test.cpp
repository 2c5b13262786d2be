// What a search of all plans says of code that ends its process.
#include "search/exhaustive/exhaustive_search.hpp"

#include "scenarios/roles/run_facts.hpp"
#include "scenarios/scenario.hpp"
#include "search/plan_file/trial_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <set>

namespace onceproof::search {
namespace {

// Ends its process as soon as an answer was lost after the effect.
scenarios::scenario deadly() {
    scenarios::scenario s = *scenarios::find("lost-answer");
    static const scenarios::observation death{"it-died", "it died",
                                              [](const scenarios::observed_run& r, unsigned) {
                                                  if (r.facts.lost_answer_after_effect) {
                                                      std::raise(SIGKILL);
                                                  }
                                                  return true;
                                              }};
    s.must_reach = {{&death, 0, std::string(death.sentence)}};
    return s;
}

TEST(ExhaustiveSearch, NamesThePlanThatEndsAProcess) {
    const scenarios::scenario s = deadly();
    exhaustive_options options;
    options.faults_max = 2;
    options.plans_max = 100;
    std::set<std::uint64_t> parts;
    campaign_listener who;
    who.on_broken = [&](std::uint64_t part, const finding&) {
        EXPECT_TRUE(parts.insert(part).second) << "part " << part << " is told twice";
    };
    const certificate seen = search_exhaustively(s, s.usual, options, {}, who);
    EXPECT_FALSE(parts.empty());
    ASSERT_EQ(seen.found.size(), 1U);
    EXPECT_EQ(seen.found[0].rule, crash_rule);
    ASSERT_TRUE(seen.found[0].plan);
    const scenarios::trial& deadly_one = *seen.found[0].plan;
    runner p(*scenarios::find("lost-answer"));
    p.run(deadly_one);
    EXPECT_NE(p.run(deadly_one).goals & 1U, 0U) << "an answer is lost: " << to_json(deadly_one);
}

exhaustive_options deadlines() {
    exhaustive_options options;
    options.faults_max.reset();
    return options;
}

// The run of the scenario's own plan ends it, so that nothing is known of its points by then.
TEST(ExhaustiveSearch, NamesTheScenariosOwnPlanIfThatEndsAProcess) {
    const scenarios::scenario s = deadly();
    const certificate seen = search_exhaustively(s, s.usual, deadlines(), campaign_options());
    ASSERT_EQ(seen.found.size(), 1U);
    EXPECT_EQ(seen.found[0].rule, crash_rule);
    ASSERT_TRUE(seen.found[0].plan);
    EXPECT_EQ(seen.found[0].plan->faults, s.plan);
}

// With the fault that is added some runs never come to a point of the scenario's own plan.
TEST(ExhaustiveSearch, KeepsPlansOfWhichARunHasNotMetAllPoints) {
    const scenarios::scenario& s = *scenarios::find("two-heirs");
    const designs::implementation by(*designs::find_mutant("in-flight-is-a-rejection"));
    exhaustive_options some = deadlines();
    some.part = {3, 40};
    const certificate seen = search_exhaustively(s, by, some, campaign_options());
    ASSERT_FALSE(seen.found.empty());
    for (const finding& x : seen.found) {
        EXPECT_NE(x.rule, crash_rule) << x.sentence;
        ASSERT_TRUE(x.plan);
        EXPECT_GE(x.plan->faults.size(), s.plan.size());
    }
}

TEST(ExhaustiveSearch, RunsTheScenariosOwnPlanAtAllPointsOfItsMoments) {
    const scenarios::scenario& s = *scenarios::find("dead-owner");
    exhaustive_options calm_only;
    calm_only.faults_max = 0;
    const certificate seen = search_exhaustively(s, s.usual, calm_only, campaign_options());
    EXPECT_GT(seen.moment_plans, 3U);
    EXPECT_EQ(seen.moment_plans_left_out, 0U);
    EXPECT_EQ(seen.counts.plans, 1U) << "these are not counted";
    EXPECT_GT(seen.goals[0], 1U) << "it is about more than one of them";
    EXPECT_TRUE(seen.found.empty());
    const scenarios::scenario& of_points = *scenarios::find("lost-answer");
    EXPECT_EQ(
        search_exhaustively(of_points, of_points.usual, calm_only, campaign_options()).moment_plans,
        0U);
}

TEST(ExhaustiveSearch, NamesNoPlanOfAProcessThatDoesNotEnd) {
    const scenarios::scenario& s = *scenarios::find("lost-answer");
    const certificate seen =
        search_exhaustively(s, s.usual, exhaustive_options(), campaign_options());
    EXPECT_TRUE(seen.found.empty());
    EXPECT_TRUE(seen.is_complete());
}

}  // namespace
}  // namespace onceproof::search
