// Where designs are open, and how one that is kept as an example is proven against its mutant all
// the same.
#include "search/proof/window.hpp"

#include "scenarios/scenario.hpp"
#include "search/plan_file/trial_json.hpp"
#include "search/proof/intact_baseline.hpp"
#include "search/proof/proof.hpp"
#include "search/runner.hpp"
#include "search/shrink.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace onceproof::search {
namespace {

using namespace std::chrono_literals;
using faults::fault_kind;
using faults::fault_spec;
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
    EXPECT_EQ(w.first, "intent-1/attempt-1/api-1/db commit");
    EXPECT_EQ(w.last, "intent-1/attempt-1/api-1>store/response#2");
    EXPECT_EQ(w.points, 4U);
    EXPECT_EQ(w.span, 4050us);
    EXPECT_EQ(w.sentence, "it took effect 2 times");
    for (const fault_kind h :
         {fault_kind::silence, fault_kind::reset_before, fault_kind::kill_before,
          fault_kind::kill_after, fault_kind::power_off_before, fault_kind::power_off_after}) {
        EXPECT_THAT(w.fault_kinds, Contains(h)) << to_text(h);
    }
    // What has left its sender whole arrives, whatever becomes of the connection.
    EXPECT_THAT(w.fault_kinds, Not(Contains(fault_kind::reset_after)));
}

// A store that has told of the marker and dies knows nothing of it any more.
TEST(Window, OfTheCacheMarkerIsWhereTheStoreForgetsToo) {
    const window w = windows_of(*designs::find_subject("cache-marker")).front();
    EXPECT_EQ(w.first, "intent-1/attempt-1/api-1>store/response");
    EXPECT_EQ(w.last, w.first);
    EXPECT_EQ(w.from, "keeps a key");
    EXPECT_EQ(w.to, "claims the key");
    EXPECT_THAT(w.fault_kinds, ElementsAre(fault_kind::kill_after, fault_kind::power_off_after));
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
            EXPECT_THAT(late.breaks, Contains("intent-1/attempt-1/api-1>downstream/request"));
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
    runner whole(down);
    runner open(down, designs::implementation(*designs::find_mutant("fail-open")));
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const run_report held = whole.run(seed);
        ASSERT_FALSE(held.broke()) << held.failure;
        EXPECT_EQ(held.goals, 1U);
        const run_report broken = open.run(seed);
        ASSERT_FALSE(broken.violations.empty());
        EXPECT_EQ(broken.violations.front().broken, model::rule::one_effect);
    }
}

scenarios::trial run_with_window(std::string_view point, fault_kind what) {
    scenarios::trial run(*scenarios::find("key-store-down"));
    run.under_test = designs::implementation(*designs::find_mutant("fail-open"));
    fault_spec fault(what);
    fault.restart = 20ms;
    run.faults = {{std::string(point), fault}};
    return run;
}

TEST(IntactBaseline, BreaksWhereTheDesignDoes) {
    intact_baseline baseline(*scenarios::find("key-store-down"),
                             designs::implementation(*designs::find_mutant("fail-open")));
    EXPECT_TRUE(baseline.breaks(
        run_with_window("intent-1/attempt-1/api-1/db commit", fault_kind::kill_after)));
    EXPECT_FALSE(baseline.breaks(
        run_with_window("intent-1/attempt-1/api-1>store/response", fault_kind::kill_before)));
}

TEST(IntactBaseline, IsNoExcuseForADesignThatIsExactlyOnce) {
    const scenarios::scenario& s = scenarios::canary();
    intact_baseline baseline(s, s.usual);
    scenarios::trial run(s);
    run.faults = s.plan;
    EXPECT_TRUE(runner(s).run(run).broke());
    EXPECT_FALSE(baseline.breaks(run));
}

// A disk that lies takes the charge from the whole design as well, so that such a run proves
// nothing of a mutant.
TEST(IntactBaseline, BreaksAlsoWhereADesignThatIsExactlyOnceDoes) {
    const scenarios::scenario& s = *scenarios::find("same-request-twice");
    const scenarios::trial run = read_trial(R"({"onceproof_plan": 2,
        "scenario": "same-request-twice", "mutant": "key-per-attempt",
        "workload": {"servers": ["api-1"], "clients": [
          {"name": "client", "submissions": [{"intent": 1}]}]},
        "faults": [
          {"point": "intent-1/attempt-1/api-1/file sync journal", "fault": "false sync",
           "lasting": true},
          {"point": "intent-1/attempt-1/client>api/response", "fault": "power off after",
           "restart": "20ms"}]})");
    EXPECT_TRUE(intact_baseline(s, run.under_test).breaks(run));
}

// Of these two the second alone breaks the mutant, too, but as it does the design.
TEST(IntactBaseline, HoldsInWhatAMutantIsShrunkTo) {
    scenarios::trial start =
        run_with_window("intent-1/attempt-1/api-1>store/response", fault_kind::kill_before);
    const scenarios::trial also =
        run_with_window("intent-1/attempt-1/api-1/db commit", fault_kind::kill_after);
    start.faults.push_back(also.faults.front());
    ASSERT_FALSE(intact_baseline(*start.base, start.under_test).breaks(start));
    const std::optional<shrunk> small = shrink(start);
    ASSERT_TRUE(small);
    EXPECT_TRUE(runner(*start.base, start.under_test).run(small->smallest).broke());
    EXPECT_FALSE(intact_baseline(*start.base, start.under_test).breaks(small->smallest));
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
    EXPECT_FALSE(runner(*scenarios::find(first.scenario), designs::implementation(s))
                     .run(*first.seed)
                     .broke());
}

}  // namespace
}  // namespace onceproof::search
