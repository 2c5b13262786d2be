// The table of verdicts: for whatever is judged, what it takes to hold.
#include "search/grounds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace onceproof::search {
namespace {

using faults::injector;
using ::testing::ElementsAre;

const scenarios::scenario& lost_answer_job() {
    return *scenarios::find("lost-answer");
}

TEST(Verdict, AFindingCountsBeforeWhatIsMissing) {
    EXPECT_EQ(verdict_on({false, {}}), verdict::held);
    EXPECT_EQ(verdict_on({false, {"something"}}), verdict::inconclusive);
    EXPECT_EQ(verdict_on({true, {}}), verdict::violated);
    EXPECT_EQ(verdict_on({true, {"something"}}), verdict::violated);
}

TEST(Verdict, OfARun) {
    using fate = injector::fate;
    const std::uint64_t all_marks = (std::uint64_t{1} << lost_answer_job().must_reach.size()) - 1;
    struct row {
        bool is_plan;
        std::vector<fate> fates;
        std::uint64_t goals;
        std::string failure;
        verdict is;
    };
    const std::vector<row> table{
        {false, {}, all_marks, "", verdict::held},
        {false, {}, all_marks & ~std::uint64_t{1}, "", verdict::inconclusive},
        {false, {fate::unmet}, all_marks, "", verdict::held},
        {false, {}, all_marks, "livelock", verdict::violated},
        {true, {fate::fired}, 0, "", verdict::held},
        {true, {fate::met}, 0, "", verdict::held},
        {true, {fate::fired, fate::unmet}, all_marks, "", verdict::inconclusive},
        {true, {fate::unmet}, all_marks, "livelock", verdict::violated},
        {true, {}, 0, "", verdict::held},
    };
    for (const row& r : table) {
        run_report run;
        run.goals = r.goals;
        run.failure = r.failure;
        EXPECT_EQ(
            verdict_on(grounds_of(scenarios::trial(lost_answer_job()), r.is_plan, r.fates, run)),
            r.is)
            << "row " << &r - table.data();
    }
}

// A tally in which nothing is missing.
tally whole_tally() {
    tally t;
    t.runs = 10;
    t.goals.fill(1);
    return t;
}

TEST(Verdict, OfManySeeds) {
    struct row {
        std::function<void(tally&)> change;
        seed_range seeds;
        verdict is;
    };
    const std::vector<row> table{
        {[](tally&) {}, {0, 10}, verdict::held},
        {[](tally&) {}, {0, UINT64_MAX}, verdict::held},
        {[](tally&) {}, {0, 11}, verdict::inconclusive},
        {[](tally& t) { t.runs = 0; }, {0, UINT64_MAX}, verdict::inconclusive},
        {[](tally& t) { t.interrupted = true; }, {0, 10}, verdict::inconclusive},
        {[](tally& t) { t.goals[0] = 0; }, {0, 10}, verdict::inconclusive},
        {[](tally& t) { t.goals[60] = 0; }, {0, 10}, verdict::held},
        {[](tally& t) { t.findings = {{"one effect"}}; }, {0, 10}, verdict::violated},
        {[](tally& t) { t.findings = {{"crash"}}; }, {0, 11}, verdict::violated},
    };
    for (const row& r : table) {
        tally t = whole_tally();
        r.change(t);
        EXPECT_EQ(verdict_on(grounds_of(lost_answer_job(), t, r.seeds)), r.is)
            << "row " << &r - table.data();
    }
}

TEST(Verdict, OfPlansThatMustHold) {
    const regression r{"late", "late.json", ""};
    const regressions_seen all{1};
    regressions_seen unmet = all;
    unmet.unmet = {{r, "intent-1/attempt-1"}};
    regressions_seen broken = unmet;
    broken.broken = {{r, {"one effect"}}};
    regressions_seen interrupted = all;
    interrupted.end.interrupted = true;
    EXPECT_EQ(verdict_on(grounds_of(all)), verdict::held);
    EXPECT_EQ(verdict_on(grounds_of(unmet)), verdict::inconclusive);
    EXPECT_EQ(verdict_on(grounds_of(interrupted)), verdict::inconclusive);
    EXPECT_EQ(verdict_on(grounds_of(broken)), verdict::violated);
    EXPECT_THAT(grounds_of(unmet).missing,
                ElementsAre("late: the run never came to intent-1/attempt-1"));
}

TEST(Verdict, OfAnExhaustiveSearch) {
    struct row {
        std::function<void(certificate&)> change;
        verdict is;
    };
    const std::vector<row> table{
        {[](certificate&) {}, verdict::held},
        {[](certificate& c) { c.parts_done = 4; }, verdict::inconclusive},
        {[](certificate& c) { c.interrupted = true; }, verdict::inconclusive},
        {[](certificate& c) { c.moment_plans_left_out = 1; }, verdict::inconclusive},
        {[](certificate& c) { c.goals[0] = 0; }, verdict::inconclusive},
        {[](certificate& c) { c.found = {{"one effect"}}; }, verdict::violated},
    };
    for (const row& r : table) {
        certificate c;
        c.parts = c.parts_done = 5;
        c.goals.fill(1);
        r.change(c);
        EXPECT_EQ(verdict_on(grounds_of(lost_answer_job(), c)), r.is)
            << "row " << &r - table.data();
    }
}

TEST(Verdict, SaysWhatIsMissing) {
    tally t = whole_tally();
    t.goals[0] = 0;
    t.interrupted = true;
    EXPECT_THAT(grounds_of(lost_answer_job(), t, {0, 12}).missing,
                ElementsAre("only 10 of 12 seeds were run", "it was interrupted",
                            "never reached: the answer was lost after the effect"));
    certificate c;
    c.parts = 3;
    c.goals.fill(1);
    EXPECT_THAT(grounds_of(lost_answer_job(), c).missing,
                ElementsAre("only 0 of 3 parts of the search were run"));
    certificate cut;
    cut.goals.fill(1);
    cut.moment_plans = 200;
    cut.moment_plans_left_out = 30;
    EXPECT_THAT(grounds_of(lost_answer_job(), cut).missing,
                ElementsAre("only 200 of 230 plans at the points of its moments were run"));
}

TEST(Verdict, CountsWhatScenariosCameTo) {
    verdict_counts counts;
    counts.add(verdict::held, {});
    const std::vector<finding> broken{{"one effect"}};
    counts.add(verdict::violated, broken);
    EXPECT_EQ(counts.count(verdict::held), 1U);
    EXPECT_EQ(counts.count(verdict::violated), 1U);
    EXPECT_EQ(counts.count(verdict::inconclusive), 0U);
    EXPECT_EQ(counts.gravest, gravity::broken_rule);
    const std::vector<finding> worse{{"one effect"}, {std::string(nondeterminism_rule)}};
    counts.add(verdict::violated, worse);
    EXPECT_EQ(counts.gravest, gravity::nondeterminism);
}

}  // namespace
}  // namespace onceproof::search
