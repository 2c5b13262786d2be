// The gate judges what was seen, makes small what broke, and quotes what held. The code under test
// is a function here, where it is not the real one.
#include "search/gate.hpp"

#include "sim/hash.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace onceproof::search {
namespace {

using ::testing::ElementsAre;

const scenarios::scenario& lost_answer_scenario() {
    return *scenarios::find("lost-answer");
}

// What a gate tells, a line each.
class recording_listener {
public:
    search::gate_listener campaign_listener() {
        search::gate_listener all;
        all.on_regressions_begin = [this](std::uint64_t plans) {
            told.push_back(std::to_string(plans) + " plans");
        };
        all.on_regressions = [this](const judged_regressions& j) { tell("regressions", j.result); };
        all.on_begin = [this](const candidate& c) { told.emplace_back(c.scenario->name); };
        all.on_count = [](std::uint64_t) {};
        all.on_broken = [this](const candidate&, const finding& f) {
            told.push_back(f.rule + " at " + std::to_string(*f.seed));
        };
        all.on_judged = [this](const candidate& c, const judged& j) {
            tell(std::string(c.scenario->name), j.result);
            last = j;
        };
        all.on_example = [this](const candidate&, const example& e) {
            told.push_back("seed " + std::to_string(e.seed) + " tells " + e.result.story);
        };
        all.on_progress = [](std::string_view, const progress&) {};
        return all;
    }

    std::vector<std::string> told;
    judged last;

private:
    void tell(const std::string& who, verdict v) {
        told.push_back(who + " " + std::string(to_text(v)));
    }
};

candidate gate_candidate_of(std::function<run_report(std::uint64_t seed)> run) {
    const job_function do_job = [run = std::move(run)](const job& j) {
        return outcome_of(run(std::get<run_seed>(j).seed));
    };
    return {&lost_answer_scenario(), [do_job] { return do_job; }, lost_answer_scenario().usual};
}

run_report reached(std::uint64_t) {
    run_report r;
    r.goals = UINT64_MAX;
    return r;
}

gate_options seeds(std::uint64_t first, std::uint64_t count) {
    gate_options options;
    options.seeds = {first, count};
    return options;
}

TEST(Gate, RunsWhatWasFoundOnceAndThenSeeds) {
    recording_listener who;
    const gate_end end = run_gate(
        std::vector{candidate{&lost_answer_scenario(),
                              run_with(lost_answer_scenario(), lost_answer_scenario().usual),
                              lost_answer_scenario().usual}},
        {{"calm", "calm.json",
          R"({"onceproof_plan": 2, "scenario": "lost-answer", "faults": []})"}},
        seeds(0, 40), who.campaign_listener());
    EXPECT_THAT(who.told,
                ElementsAre("1 plans", "regressions held", "lost-answer", "lost-answer held"));
    EXPECT_EQ(end.counts.count(verdict::held), 2U);
    EXPECT_FALSE(end.interrupted);
}

TEST(Gate, TellsAtOnceOfWhatBroke) {
    recording_listener who;
    const candidate c = gate_candidate_of([](std::uint64_t seed) {
        run_report r = reached(seed);
        r.failure = seed == 103 ? "livelock" : "";
        return r;
    });
    const gate_end end = run_gate(std::vector{c}, {}, seeds(100, 10), who.campaign_listener());
    EXPECT_THAT(who.told, ElementsAre("lost-answer", "livelock at 103", "lost-answer violated"));
    EXPECT_EQ(end.counts.count(verdict::violated), 1U);
    ASSERT_EQ(who.last.seen.findings.size(), 1U);
    EXPECT_FALSE(who.last.seen.findings[0].plan) << "the real scenario does not break there";
}

TEST(Gate, MakesSmallWhatBrokeIfToldTo) {
    const designs::implementation by(*designs::find_mutant("key-per-attempt"));
    const candidate c{&lost_answer_scenario(), run_with(lost_answer_scenario(), by), by};
    for (const bool shrinks : {true, false}) {
        recording_listener who;
        gate_options options = seeds(0, 20);
        options.shrinks = shrinks;
        run_gate(std::vector{c}, {}, options, who.campaign_listener());
        ASSERT_FALSE(who.last.seen.findings.empty());
        const finding& f = who.last.seen.findings[0];
        EXPECT_EQ(f.plan.has_value(), shrinks);
        EXPECT_EQ(f.story.empty(), !shrinks);
        EXPECT_EQ(f.rule, "one effect");
    }
}

TEST(Gate, QuotesTheShortestOfThoseThatHold) {
    recording_listener who;
    gate_options options = seeds(0, 60);
    options.writer_of = [](const candidate&) {
        return std::optional<run_writer>(
            std::in_place, [](const runner& p) { return p.world().seed() == 7 ? 3U : 9U; },
            [](const run_report&, const runner&) {
                example_result told;
                told.story = "a story";
                return told;
            });
    };
    const designs::implementation by = lost_answer_scenario().usual;
    const candidate c{&lost_answer_scenario(), run_with(lost_answer_scenario(), by), by};
    run_gate(std::vector{c}, {}, options, who.campaign_listener());
    ASSERT_EQ(who.told.size(), 3U);
    EXPECT_EQ(who.told.back(), "seed 7 tells a story");
}

}  // namespace
}  // namespace onceproof::search
