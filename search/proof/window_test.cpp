// Where designs are open, and how one that is kept as an example is proven against its mutant all
// the same.
#include "search/proof/window.hpp"

#include "scenarios/scenario.hpp"
#include "search/player.hpp"
#include "search/proof/intact_twin.hpp"
#include "search/proof/proof.hpp"
#include "search/shrink.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace onceproof::search {
namespace {

using namespace std::chrono_literals;
using faults::disturbance;
using faults::harm;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(Window, OfTheCacheMarkerIsBetweenTheEffectAndItsRecord) {
    const std::vector<window> all = windows_of(*designs::find_subject("cache-marker"));
    ASSERT_EQ(all.size(), 2U);
    const window& w = all.back();
    EXPECT_EQ(w.from, "CHARGES");
    EXPECT_EQ(w.to, "records the outcome");
    EXPECT_EQ(w.first, "pay-1/attempt-1/api-1/db commit");
    EXPECT_EQ(w.last, "pay-1/attempt-1/api-1>store/response#2");
    EXPECT_EQ(w.points, 4U);
    EXPECT_EQ(w.span, 4050us);
    EXPECT_EQ(w.sentence, "it took effect 2 times");
    for (const harm h : {harm::silence, harm::reset_before, harm::kill_before, harm::kill_after,
                         harm::power_off_before, harm::power_off_after}) {
        EXPECT_THAT(w.harms, Contains(h)) << to_text(h);
    }
    // What has left its sender whole arrives, whatever becomes of the connection.
    EXPECT_THAT(w.harms, Not(Contains(harm::reset_after)));
}

// A store that has told of the marker and dies knows nothing of it any more.
TEST(Window, OfTheCacheMarkerIsWhereTheStoreForgetsToo) {
    const window w = windows_of(*designs::find_subject("cache-marker")).front();
    EXPECT_EQ(w.first, "pay-1/attempt-1/api-1>store/response");
    EXPECT_EQ(w.last, w.first);
    EXPECT_EQ(w.from, "keeps a key");
    EXPECT_EQ(w.to, "claims the key");
    EXPECT_THAT(w.harms, ElementsAre(harm::kill_after, harm::power_off_after));
}

TEST(Window, OthersHaveNone) {
    for (const designs::subject& s : designs::subjects()) {
        if (s.exactly_once) {
            EXPECT_TRUE(windows_of(s).empty()) << s.name;
        }
    }
}

TEST(Lateness, OfALookUpMattersOnceItIsMoreThanItsGrace) {
    const std::vector<lateness> all = lateness_of(*designs::find_subject("look-up"));
    ASSERT_EQ(all.size(), 4U);
    for (const lateness& late : all) {
        EXPECT_GT(late.points, 0U);
        if (late.span < 20s) {
            EXPECT_THAT(late.breaks, IsEmpty()) << sim::to_text(late.span);
        } else {
            EXPECT_THAT(late.breaks, Contains("pay-1/attempt-1/api-1>acquirer/request"));
        }
    }
}

TEST(Lateness, DoesNotMatterWhereThereAreKeys) {
    for (const lateness& late : lateness_of(*designs::find_subject("recovery-points"))) {
        EXPECT_THAT(late.breaks, IsEmpty()) << sim::to_text(late.span);
    }
}

TEST(KeyStoreDown, IsWhatFailOpenIsCaughtBy) {
    const scenarios::scenario& down = *scenarios::find("key-store-down");
    player whole(down);
    player open(down, designs::performer(*designs::find_mutant("fail-open")));
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const run_report held = whole.play(seed);
        ASSERT_FALSE(held.broke()) << held.trouble;
        EXPECT_EQ(held.marks, 1U);
        const run_report broken = open.play(seed);
        ASSERT_FALSE(broken.violations.empty());
        EXPECT_EQ(broken.violations.front().broken, model::rule::one_effect);
    }
}

scenarios::trial run_with(std::string_view point, harm what) {
    scenarios::trial run(*scenarios::find("key-store-down"));
    run.by = designs::performer(*designs::find_mutant("fail-open"));
    disturbance fault(what);
    fault.restart = 20ms;
    run.faults = {{std::string(point), fault}};
    return run;
}

TEST(IntactTwin, BreaksWhereTheDesignDoes) {
    intact_twin twin(*scenarios::find("key-store-down"),
                     designs::performer(*designs::find_mutant("fail-open")));
    EXPECT_TRUE(twin.breaks(run_with("pay-1/attempt-1/api-1/db commit", harm::kill_after)));
    EXPECT_FALSE(twin.breaks(run_with("pay-1/attempt-1/api-1>store/response", harm::kill_before)));
}

TEST(IntactTwin, IsNoExcuseForADesignThatIsExactlyOnce) {
    const scenarios::scenario& s = scenarios::canary();
    intact_twin twin(s, s.usual);
    scenarios::trial run(s);
    run.faults = s.plan;
    EXPECT_TRUE(player(s).play(run).broke());
    EXPECT_FALSE(twin.breaks(run));
}

// Of these two the second alone breaks the mutant, too, but as it does the design.
TEST(IntactTwin, HoldsInWhatAMutantIsShrunkTo) {
    scenarios::trial start = run_with("pay-1/attempt-1/api-1>store/response", harm::kill_before);
    const scenarios::trial also = run_with("pay-1/attempt-1/api-1/db commit", harm::kill_after);
    start.faults.push_back(also.faults.front());
    ASSERT_FALSE(intact_twin(*start.of, start.by).breaks(start));
    const std::optional<shrunk> small = shrink(start);
    ASSERT_TRUE(small);
    EXPECT_TRUE(player(*start.of, start.by).play(small->smallest).broke());
    EXPECT_FALSE(intact_twin(*start.of, start.by).breaks(small->smallest));
    EXPECT_EQ(small->smallest.faults.size(), 1U);
}

// The design is not asked to hold; what its mutant is caught in is a run in which it does.
TEST(ProofOfAnExample, CatchesTheMutantWhereTheDesignHolds) {
    const designs::subject& s = *designs::find_subject("cache-marker");
    proof_options options;
    options.runs_max = 300;
    options.shrinks = false;
    campaign_options how;
    how.jobs = 1;
    const proof seen = prove({&s}, {designs::find_mutant("fail-open")}, options, how);
    EXPECT_TRUE(seen.intact.empty());
    ASSERT_EQ(seen.mutants.size(), 1U);
    ASSERT_TRUE(seen.mutants.front().broke());
    const finding& first = *seen.mutants.front().first;
    EXPECT_FALSE(
        player(*scenarios::find(first.scenario), designs::performer(s)).play(*first.seed).broke());
}

}  // namespace
}  // namespace onceproof::search
