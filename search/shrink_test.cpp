// Whoever finds a failure, the smallest form of it is the same; and it still fails.
#include "search/shrink.hpp"

#include "search/plan_file/trial_json.hpp"
#include "search/runner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

namespace onceproof::search {
namespace {

struct shrunk_suspect {
    const char* scenario;
    const char* mutant;
    std::uint64_t seeds;  // to look for failures in
};

// How many failures of each are made small. Without optimisation that takes ten times as long.
#ifdef NDEBUG
constexpr int failures = 100;
#else
constexpr int failures = 10;
#endif

class Shrinking : public ::testing::TestWithParam<shrunk_suspect> {};

INSTANTIATE_TEST_SUITE_P(
    All, Shrinking,
    ::testing::Values(shrunk_suspect{"same-request-twice", "answer-not-stored", 100},
                      shrunk_suspect{"lost-answer", "key-per-attempt", 100},
                      shrunk_suspect{"two-at-once", "check-then-act", 3000},
                      shrunk_suspect{"killed-before-answer", "two-commits", 400},
                      shrunk_suspect{"other-body", "no-fingerprint", 100}),
    [](const auto& which) {
        std::string name(which.param.mutant);
        std::replace(name.begin(), name.end(), '-', '_');
        return name;
    });

TEST_P(Shrinking, LeadsToTheSamePlanFromEachSeed) {
    const scenarios::scenario& s = *scenarios::find(GetParam().scenario);
    runner p(s, designs::implementation(*designs::find_mutant(GetParam().mutant)));
    std::map<std::string, std::map<std::string, int>> results;  // of each rule
    int failing = 0;
    for (std::uint64_t seed = 0; seed < GetParam().seeds && failing < failures; ++seed) {
        const scenarios::trial found = p.trial_of(seed);
        const std::optional<shrunk> small = shrink(found);
        if (!small) {
            continue;
        }
        ++failing;
        ++results[small->broken.rule][to_json(small->smallest)];
        EXPECT_LE(small->smallest.faults.size(), 2U) << to_json(small->smallest);
        EXPECT_LE(small->smallest.work.attempts_max, 2U) << to_json(small->smallest);
        EXPECT_TRUE(small->is_canonical) << to_json(small->smallest);
        EXPECT_TRUE(p.run(small->smallest).broke());
    }
    for (const auto& [rule, plans] : results) {
        std::string all;
        int most = 0;
        int of = 0;
        for (const auto& [plan, count] : plans) {
            most = std::max(most, count);
            of += count;
            all += std::to_string(count) + " x " + plan;
        }
        EXPECT_GE(most * 100, of * 95) << rule << '\n' << all;
    }
    EXPECT_GT(failing, 0);
}

// What is smaller must not lack the last server that the scenario does not give up.
TEST(Shrink, LeavesAServerToBeAsked) {
    const scenarios::scenario& s = *scenarios::find("owner-lost-for-good");
    const scenarios::trial failing =
        runner(s, designs::implementation(*designs::find_mutant("wait-then-work"))).trial_of(0);
    const std::optional<shrunk> small = shrink(failing);
    ASSERT_TRUE(small);
    EXPECT_TRUE(s.leaves_a_server(small->smallest.work));
}

// Each of its two faults is needed.
TEST(NearestHeld, LacksTheLastFaultThatIsNeeded) {
    const scenarios::trial broken = read_trial(R"({
        "onceproof_plan": 2, "scenario": "clock-set-back", "mutant": "lease-from-the-future",
        "workload": {
            "servers": ["api-1"], "attempts_max": 1,
            "clients": [{"name": "client", "submissions": [{"intent": 1, "at": "api-1"}]}]},
        "faults": [
            {"point": "intent-1/attempt-1/api-1/db claim", "fault": "clock jump", "span": "-1h"},
            {"point": "intent-1/attempt-1/api-1/db commit", "fault": "kill after",
             "restart": "20ms"}]
        })");
    runner p(*broken.base, broken.under_test);
    EXPECT_TRUE(p.run(broken).broke());
    const std::optional<scenarios::trial> held = nearest_held(p, broken);
    ASSERT_TRUE(held);
    EXPECT_FALSE(p.run(*held).broke());
    ASSERT_EQ(held->faults.size(), 1U);
    EXPECT_EQ(held->faults[0], broken.faults[0]);
    EXPECT_EQ(
        difference(broken, *held),
        "unless api-1 is killed after its 'db commit' for attempt 1 of intent-1, and starts again "
        "after 20 ms");
}

// The harm comes first; what names the mistake stands below.
TEST(Shrink, TellsWhatElseTheSmallestRunBreaks) {
    scenarios::trial t(*scenarios::find("lost-answer"));
    t.under_test = designs::implementation(*designs::find_mutant("key-per-attempt"));
    t.faults = t.base->plan;
    const std::optional<shrunk> small = shrink(t);
    ASSERT_TRUE(small);
    EXPECT_EQ(small->broken.rule, "one effect");
    const std::vector<std::string> story = story_of(*small);
    EXPECT_TRUE(story.at(1).starts_with("It also breaks one key: attempt 1 of client carries"))
        << story.at(1);
}

}  // namespace
}  // namespace onceproof::search
