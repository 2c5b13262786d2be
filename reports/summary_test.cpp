// What counts, and what is missing.
#include "reports/summary.hpp"

#include "reports/evidence_testing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::reports {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const path& path_of(const summary& sum, std::string_view name) {
    for (const path& p : sum.paths) {
        if (p.scenario->name == name) {
            return p;
        }
    }
    throw std::out_of_range(std::string(name));
}

TEST(Summary, TellsHowWellEachPathIsShown) {
    const evidence e = sample_evidence();
    const summary sum = summary_of(e);
    EXPECT_EQ(path_of(sum, "same-request-twice").shown, level::proven);
    EXPECT_EQ(path_of(sum, "two-at-once").shown, level::executed);
    EXPECT_EQ(path_of(sum, "two-at-once").runs, 140U) << "seeds and plans";
    EXPECT_EQ(path_of(sum, "lost-answer").shown, level::written) << "it broke";
    EXPECT_EQ(path_of(sum, "killed-before-answer").shown, level::written) << "it never came to it";
    EXPECT_FALSE(path_of(sum, "declined").verdict);
    EXPECT_EQ(sum.held, 2U);
    EXPECT_EQ(sum.violated, 1U);
    EXPECT_EQ(sum.inconclusive, 1U);
}

TEST(Summary, TakesAGuardForProvenIfAllItsMutantsWereCaughtAndTheWholeHeld) {
    evidence e = sample_evidence();
    summary sum = summary_of(e);
    ASSERT_EQ(sum.guards.size(), 3U);
    EXPECT_TRUE(sum.guards[0].is_proven());
    EXPECT_FALSE(sum.guards[1].is_proven());
    EXPECT_TRUE(sum.guards[1].has_survivor());
    EXPECT_FALSE(sum.guards[2].is_proven()) << "not searched";
    EXPECT_FALSE(sum.guards[2].has_survivor());
    EXPECT_EQ(sum.mutants_caught(), 2U);
    EXPECT_EQ(sum.mutants_survived(), 1U);
    EXPECT_EQ(sum.median_runs_to_catch(), 12U);
    e.runs[1].proofs.front().broke = true;
    sum = summary_of(e);
    EXPECT_FALSE(sum.guards[0].is_proven()) << "the whole design fell to the same search";
    EXPECT_EQ(sum.findings.size(), 2U);
}

TEST(Summary, CountsWhatWasRunAgainOnce) {
    evidence e = sample_evidence();
    e.runs.push_back(e.runs[0]);
    e.runs.back().campaigns[1].runs = 90;
    const summary sum = summary_of(e);
    EXPECT_EQ(path_of(sum, "same-request-twice").runs, 90U) << "the last counts";
    EXPECT_EQ(path_of(sum, "two-at-once").runs, 140U);
    EXPECT_EQ(sum.findings.size(), 1U);
}

TEST(Summary, KeepsAMutantThatSomebodyRunApart) {
    evidence e = sample_evidence();
    e.runs[0].campaigns[4].mutant = "key-per-attempt";
    const summary sum = summary_of(e);
    EXPECT_THAT(sum.findings, IsEmpty());
    EXPECT_EQ(sum.expected.size(), 1U);
    EXPECT_EQ(path_of(sum, "lost-answer").runs, 0U);
}

TEST(Summary, TakesWhatDidNotComeToItsEndForInconclusive) {
    evidence e = sample_evidence();
    e.runs[0].campaigns[1].verdict.reset();
    EXPECT_EQ(path_of(summary_of(e), "same-request-twice").verdict, search::verdict::inconclusive);
}

TEST(Coverage, TellsWhatIsMissing) {
    evidence e = sample_evidence();
    EXPECT_THAT(gaps_in(e),
                ElementsAre("two-at-once by claim-lease, up to 1 fault: shard 2 of 2 missing"));
    e.runs[0].campaigns[3].search->shard = 2;
    e.runs[0].campaigns[3].search->parts_done = 5;
    e.runs[0].campaigns[1].runs = 60;
    e.runs[0].campaigns[2].verdict.reset();
    EXPECT_THAT(
        gaps_in(e),
        ElementsAre("same-request-twice by claim-lease: only 60 of 100 seeds from 0 on were run",
                    "two-at-once by claim-lease: it had not come to its end after 100 runs",
                    "two-at-once by claim-lease: only 5 of 9 parts of shard 2 of 2 were run",
                    "two-at-once by claim-lease, up to 1 fault: shard 1 of 2 missing"));
}

TEST(Coverage, TellsWhatWasRunTwice) {
    evidence e = sample_evidence();
    EXPECT_THAT(overlaps_in(e), IsEmpty());
    campaign_entry again = sample_campaign("same-request-twice", 10);
    again.first_seed = 99;
    e.runs[1].campaigns = {again, e.runs[0].campaigns[3]};
    EXPECT_THAT(
        overlaps_in(e),
        ElementsAre("two-at-once by claim-lease, up to 1 fault: shard 1 of 2 run more than once",
                    "same-request-twice by claim-lease: seeds from 99 on were run more than "
                    "once"));
    e.runs[1].campaigns = {again};
    e.runs[1].campaigns[0].first_seed = 100;
    EXPECT_THAT(overlaps_in(e), IsEmpty());
}

}  // namespace
}  // namespace onceproof::reports
