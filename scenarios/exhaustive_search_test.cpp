// What a search of all plans says of code that ends its process.
#include "scenarios/exhaustive_search.hpp"

#include "scenarios/happenings.hpp"
#include "scenarios/scenario.hpp"
#include "scenarios/trial_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <set>

namespace onceproof::scenarios {
namespace {

// Ends its process as soon as an answer was lost after the effect.
scenario deadly() {
    scenario s = *find("lost-answer");
    static const observation death{"it-died", "it died", [](const observed_run& r, unsigned) {
                                       if (r.happened.lost_answer_after_effect) {
                                           std::raise(SIGKILL);
                                       }
                                       return true;
                                   }};
    s.must_reach = {{&death, 0, std::string(death.sentence)}};
    return s;
}

TEST(ExhaustiveSearch, NamesThePlanThatEndsAProcess) {
    const scenario s = deadly();
    exhaustive_options options;
    options.faults_max = 2;
    options.plans_max = 100;
    std::set<std::uint64_t> parts;
    campaign_options how;
    how.on_broken = [&](std::uint64_t part, const broken_rule&) {
        EXPECT_TRUE(parts.insert(part).second) << "part " << part << " is told twice";
    };
    const certificate seen = search_exhaustively(s, s.usual, options, how);
    EXPECT_FALSE(parts.empty());
    ASSERT_EQ(seen.found.size(), 1U);
    EXPECT_EQ(seen.found[0].rule, crash_rule);
    const trial deadly_one = read_trial(seen.found[0].plan);
    player p(*find("lost-answer"));
    p.play(deadly_one);
    EXPECT_NE(p.play(deadly_one).marks & 1U, 0U) << "an answer is lost: " << seen.found[0].plan;
}

exhaustive_options deadlines() {
    exhaustive_options options;
    options.faults_max.reset();
    return options;
}

// The run of the scenario's own plan ends it, so that nothing is known of its points by then.
TEST(ExhaustiveSearch, NamesTheScenariosOwnPlanIfThatEndsAProcess) {
    const scenario s = deadly();
    const certificate seen = search_exhaustively(s, s.usual, deadlines(), campaign_options());
    ASSERT_EQ(seen.found.size(), 1U);
    EXPECT_EQ(seen.found[0].rule, crash_rule);
    EXPECT_EQ(read_trial(seen.found[0].plan).faults, s.plan);
}

// With the fault that is added some runs never come to a point of the scenario's own plan.
TEST(ExhaustiveSearch, KeepsPlansOfWhichARunHasNotMetAllPoints) {
    const scenario& s = *find("two-heirs");
    const performer by(*find_mutant("in-flight-is-a-rejection"));
    exhaustive_options some = deadlines();
    some.part = {3, 40};
    const certificate seen = search_exhaustively(s, by, some, campaign_options());
    ASSERT_FALSE(seen.found.empty());
    for (const counterexample& x : seen.found) {
        EXPECT_NE(x.rule, crash_rule) << x.sentence;
        EXPECT_GE(read_trial(x.plan).faults.size(), s.plan.size());
    }
}

TEST(ExhaustiveSearch, NamesNoPlanOfAProcessThatDoesNotEnd) {
    const scenario& s = *find("lost-answer");
    const certificate seen =
        search_exhaustively(s, s.usual, exhaustive_options(), campaign_options());
    EXPECT_TRUE(seen.found.empty());
    EXPECT_TRUE(seen.is_complete());
}

}  // namespace
}  // namespace onceproof::scenarios
