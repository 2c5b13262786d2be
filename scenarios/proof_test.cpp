// A proof tells a guard that matters from one that does not, and says so the same way each time.
// That no mutant of the catalogue survives is played by .ci/run: it takes too long without
// optimisation.
#include "scenarios/proof.hpp"

#include "scenarios/casting.hpp"
#include "scenarios/scenario.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace onceproof::scenarios {
namespace {

proof prove_few(const std::vector<const mutant*>& mutants, unsigned jobs = 2) {
    proof_options search;
    search.runs_max = 120;
    campaign_options how;
    how.jobs = jobs;
    return prove({&reference()}, mutants, search, how);
}

TEST(Proof, CatchesWhatLacksAGuardAndTellsTheSmallestCounterexample) {
    const proof seen = prove_few({find_mutant("key-per-attempt"), find_mutant("no-fingerprint")});
    ASSERT_EQ(seen.intact.size(), 1U);
    EXPECT_FALSE(seen.intact[0].broke()) << in_words(*seen.intact[0].first);
    EXPECT_EQ(seen.intact[0].runs, 120U);
    ASSERT_EQ(seen.mutants.size(), 2U);
    for (const searched& row : seen.mutants) {
        ASSERT_TRUE(row.broke()) << row.by.name();
        ASSERT_TRUE(row.first->plan);
        EXPECT_THAT(plan_file_of(*row.first), testing::StartsWith("// "));
        const trial& small = *row.first->plan;
        EXPECT_TRUE(small.by == row.by);
        EXPECT_EQ(small.of->name, row.first->scenario);
    }
    EXPECT_EQ(seen.mutants[1].first->rule, "other body rejected");
}

// A mutant that breaks nothing: the harness has to say that it was not caught.
TEST(Proof, SaysThatAMutantSurvived) {
    const mutant harmless{"harmless", "claim", "None.", reference().name, reference().who};
    const proof seen = prove_few({&harmless});
    ASSERT_EQ(seen.mutants.size(), 1U);
    EXPECT_FALSE(seen.mutants[0].broke());
    EXPECT_EQ(seen.mutants[0].runs, 120U);
}

std::unique_ptr<cast::server> end_the_process(const platform::process&,
                                              const model::server_setting<platform>&) {
    std::raise(SIGKILL);
    return nullptr;
}

// Both are told, though they broke the same.
TEST(Proof, CatchesEachMutantThatEndsItsProcess) {
    static constexpr cast deadly{end_the_process, make_reference_client};
    mutant one{"one", "claim", "It dies.", reference().name, reference().who};
    one.who = &deadly;
    mutant other = one;
    other.name = "other";
    const proof seen = prove_few({&one, &other});
    ASSERT_EQ(seen.mutants.size(), 2U);
    for (const searched& row : seen.mutants) {
        ASSERT_TRUE(row.broke()) << row.by.name();
        EXPECT_EQ(row.first->rule, crash_rule);
    }
}

TEST(Proof, TellsOfEachMutantWhenItIsSearched) {
    std::vector<std::string> told;
    proof_options search;
    search.runs_max = 10;
    search.shrinks = false;
    search.on_searched = [&](const searched& row) {
        told.push_back(std::string(row.by.name()) + (row.broke() ? " broke" : " held"));
    };
    prove({&reference()}, {find_mutant("body-in-key")}, search, {});
    EXPECT_THAT(told, testing::ElementsAre("body-in-key broke", "claim-lease held"));
}

TEST(Proof, DoesNotDependOnTheNumberOfWorkers) {
    const std::vector<const mutant*> some{find_mutant("two-commits"), find_mutant("body-in-key")};
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
    for (const mutant& m : mutants()) {
        EXPECT_NE(find_guard(m.guard), nullptr) << m.name;
        EXPECT_NE(find_subject(m.subject), nullptr) << m.name;
        EXPECT_EQ(m.mistake.back(), '.') << m.name;
        EXPECT_TRUE(names.insert(m.name).second) << m.name;
        lacking.insert(m.guard);
    }
    for (const guard& g : guards()) {
        EXPECT_TRUE(lacking.contains(g.name)) << g.name;
        EXPECT_EQ(g.statement.back(), '.') << g.name;
    }
    EXPECT_GE(mutants().size(), 30U);
}

TEST(Subjects, PlayScenariosThatSuitThem) {
    for (const subject& s : subjects()) {
        const auto suit = std::count_if(all().begin(), all().end(), [&](const scenario& one) {
            return one.can_be_played_by(s);
        });
        EXPECT_GT(suit, 10) << s.name;
    }
    for (const scenario& s : all()) {
        EXPECT_TRUE(s.can_be_played_by(*s.usual.as)) << s.name;
    }
}

}  // namespace
}  // namespace onceproof::scenarios
