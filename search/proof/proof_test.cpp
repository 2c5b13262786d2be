// A proof tells a guard that matters from one that does not, and says so the same way each time.
// That no mutant of the catalogue survives is run by .ci/run: it takes too long without
// optimisation.
#include "search/proof/proof.hpp"

#include "designs/role_factories.hpp"
#include "scenarios/scenario.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace onceproof::search {
namespace {

proof prove_few(const std::vector<const designs::mutant*>& mutants, unsigned jobs = 2) {
    proof_options search;
    search.runs_max = 120;
    campaign_options how;
    how.jobs = jobs;
    return prove({&designs::reference()}, mutants, search, how);
}

TEST(Proof, CatchesWhatLacksAGuardAndTellsTheSmallestCounterexample) {
    const proof seen = prove_few(
        {designs::find_mutant("key-per-attempt"), designs::find_mutant("no-fingerprint")});
    ASSERT_EQ(seen.intact.size(), 1U);
    EXPECT_FALSE(seen.intact[0].broke()) << in_words(*seen.intact[0].first);
    EXPECT_EQ(seen.intact[0].runs, 120U);
    ASSERT_EQ(seen.mutants.size(), 2U);
    for (const searched& row : seen.mutants) {
        ASSERT_TRUE(row.broke()) << row.under_test.name();
        ASSERT_TRUE(row.first->plan);
        EXPECT_THAT(plan_file_of(*row.first), ::testing::StartsWith("// "));
        const scenarios::trial& small = *row.first->plan;
        EXPECT_TRUE(small.under_test == row.under_test);
        EXPECT_EQ(small.base->name, row.first->scenario);
    }
    EXPECT_EQ(seen.mutants[1].first->rule, "other body rejected");
}

// A mutant that breaks nothing: the harness has to say that it was not caught.
TEST(Proof, SaysThatAMutantSurvived) {
    const designs::mutant harmless{"harmless", "claim", "None.", designs::reference().name,
                                   designs::reference().factories};
    const proof seen = prove_few({&harmless});
    ASSERT_EQ(seen.mutants.size(), 1U);
    EXPECT_FALSE(seen.mutants[0].broke());
    EXPECT_EQ(seen.mutants[0].runs, 120U);
}

std::unique_ptr<designs::role_factories::server> end_the_process(
    const designs::platform::process&, const designs::server_setting<designs::platform>&) {
    std::raise(SIGKILL);
    return nullptr;
}

// Both are told, though they broke the same.
TEST(Proof, CatchesEachMutantThatEndsItsProcess) {
    static constexpr designs::role_factories deadly{end_the_process,
                                                    designs::make_reference_client};
    designs::mutant one{"one", "claim", "It dies.", designs::reference().name,
                        designs::reference().factories};
    one.factories = &deadly;
    designs::mutant other = one;
    other.name = "other";
    const proof seen = prove_few({&one, &other});
    ASSERT_EQ(seen.mutants.size(), 2U);
    for (const searched& row : seen.mutants) {
        ASSERT_TRUE(row.broke()) << row.under_test.name();
        EXPECT_EQ(row.first->rule, crash_rule);
    }
}

TEST(Proof, TellsOfEachMutantWhenItIsSearched) {
    std::vector<std::string> told;
    proof_options search;
    search.runs_max = 10;
    search.shrinks = false;
    search.on_searched = [&](const searched& row) {
        told.push_back(std::string(row.under_test.name()) + (row.broke() ? " broke" : " held"));
    };
    prove({&designs::reference()}, {designs::find_mutant("body-in-key")}, search, {});
    EXPECT_THAT(told, ::testing::ElementsAre("body-in-key broke", "claim-lease held"));
}

TEST(Proof, DoesNotDependOnTheNumberOfWorkers) {
    const std::vector<const designs::mutant*> some{designs::find_mutant("two-commits"),
                                                   designs::find_mutant("body-in-key")};
    const proof one = prove_few(some, 1);
    const proof three = prove_few(some, 3);
    ASSERT_EQ(one.mutants.size(), three.mutants.size());
    for (std::size_t i = 0; i < one.mutants.size(); ++i) {
        EXPECT_EQ(one.mutants[i].runs, three.mutants[i].runs);
        EXPECT_EQ(one.mutants[i].first, three.mutants[i].first);
    }
}

TEST(Guards, HaveAMutantEachAndMutantsAGuardAndASubject) {
    std::set<std::string_view> lacking;
    std::set<std::string_view> names;
    for (const designs::mutant& m : designs::all_mutants()) {
        EXPECT_NE(designs::find_guard(m.guard), nullptr) << m.name;
        EXPECT_NE(designs::find_subject(m.subject), nullptr) << m.name;
        EXPECT_EQ(m.mistake.back(), '.') << m.name;
        EXPECT_TRUE(names.insert(m.name).second) << m.name;
        lacking.insert(m.guard);
    }
    for (const designs::guard& g : designs::guards()) {
        EXPECT_TRUE(lacking.contains(g.name)) << g.name;
        EXPECT_EQ(g.statement.back(), '.') << g.name;
    }
    EXPECT_GE(designs::all_mutants().size(), 30U);
}

TEST(Subjects, RunScenariosThatSuitThem) {
    for (const designs::subject& s : designs::subjects()) {
        const auto suit =
            std::count_if(scenarios::all().begin(), scenarios::all().end(),
                          [&](const scenarios::scenario& one) { return one.suits(s); });
        EXPECT_GT(suit, 10) << s.name;
    }
    for (const scenarios::scenario& s : scenarios::all()) {
        EXPECT_TRUE(s.suits(*s.usual.design)) << s.name;
    }
}

searched row_of(const designs::implementation& by, std::uint64_t runs, bool broke) {
    searched row;
    row.under_test = by;
    row.runs = runs;
    if (broke) {
        row.first = finding{"one effect"};
    }
    return row;
}

TEST(Proof, CountsAGuardAsProvenIfAllItsMutantsWereCaughtOfASubjectThatHeld) {
    const designs::mutant& one = *designs::find_mutant("unknown-is-failure");
    const designs::mutant& other = *designs::find_mutant("unknown-is-success");
    ASSERT_EQ(one.guard, other.guard);
    const designs::implementation whole(*designs::implementation(one).design);
    proof all;
    all.intact = {row_of(whole, 100, false)};
    all.mutants = {row_of(designs::implementation(one), 7, true),
                   row_of(designs::implementation(other), 9, true)};
    EXPECT_EQ(totals_of(all).guards, 1U);
    EXPECT_EQ(totals_of(all).median, 9U);
    EXPECT_TRUE(totals_of(all).holds());
    all.intact[0].first = finding{"one effect"};
    EXPECT_EQ(totals_of(all).guards, 0U);
    EXPECT_EQ(totals_of(all).broken, 1U);
    EXPECT_FALSE(totals_of(all).holds());
    all.intact[0].first.reset();
    all.mutants[1].first.reset();
    EXPECT_EQ(totals_of(all).guards, 0U);
    EXPECT_EQ(totals_of(all).caught, 1U);
    EXPECT_EQ(totals_of(all).survived, 1U);
    EXPECT_FALSE(totals_of(all).holds());
}

}  // namespace
}  // namespace onceproof::search
