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

using testing::ElementsAre;

const scenarios::scenario& lost_answer = *scenarios::find("lost-answer");

// What a gate tells, a line each.
class listener {
public:
    gate_audience audience() {
        gate_audience all;
        all.on_regressions_begin = [this](std::uint64_t plans) {
            told.push_back(std::to_string(plans) + " plans");
        };
        all.on_regressions = [this](const judged_regressions& j) { tell("regressions", j.is); };
        all.on_begin = [this](const candidate& c) { told.emplace_back(c.what->name); };
        all.on_count = [](std::uint64_t) {};
        all.on_broken = [this](const candidate&, const finding& f) {
            told.push_back(f.rule + " at " + std::to_string(*f.seed));
        };
        all.on_judged = [this](const candidate& c, const judged& j) {
            tell(std::string(c.what->name), j.is);
            last = j;
        };
        all.on_exhibit = [this](const candidate&, const exhibit& e) {
            told.push_back("seed " + std::to_string(e.seed) + " tells " + e.told.story);
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

candidate played_by(std::function<run_report(std::uint64_t seed)> run) {
    const play_function play = [run = std::move(run)](const job& j) {
        return outcome_of(run(std::get<play_seed>(j).seed));
    };
    return {&lost_answer, [play] { return play; }, lost_answer.usual};
}

run_report reached(std::uint64_t) {
    run_report r;
    r.marks = UINT64_MAX;
    return r;
}

gate_options seeds(std::uint64_t first, std::uint64_t count) {
    gate_options options;
    options.seeds = {first, count};
    return options;
}

TEST(Gate, PlaysWhatWasFoundOnceAndThenSeeds) {
    listener who;
    const gate_end end =
        play_gate(std::vector{candidate{&lost_answer, play_with(lost_answer, lost_answer.usual),
                                        lost_answer.usual}},
                  {{"calm", "calm.json",
                    R"({"onceproof_plan": 1, "scenario": "lost-answer", "faults": []})"}},
                  seeds(0, 40), who.audience());
    EXPECT_THAT(who.told,
                ElementsAre("1 plans", "regressions held", "lost-answer", "lost-answer held"));
    EXPECT_EQ(end.counts.of(verdict::held), 2U);
    EXPECT_FALSE(end.interrupted);
}

TEST(Gate, TellsAtOnceOfWhatBroke) {
    listener who;
    const candidate c = played_by([](std::uint64_t seed) {
        run_report r = reached(seed);
        r.trouble = seed == 103 ? "livelock" : "";
        return r;
    });
    const gate_end end = play_gate(std::vector{c}, {}, seeds(100, 10), who.audience());
    EXPECT_THAT(who.told, ElementsAre("lost-answer", "livelock at 103", "lost-answer violated"));
    EXPECT_EQ(end.counts.of(verdict::violated), 1U);
    ASSERT_EQ(who.last.seen.findings.size(), 1U);
    EXPECT_FALSE(who.last.seen.findings[0].plan) << "the real scenario does not break there";
}

TEST(Gate, MakesSmallWhatBrokeIfToldTo) {
    const designs::performer by(*designs::find_mutant("key-per-attempt"));
    const candidate c{&lost_answer, play_with(lost_answer, by), by};
    for (const bool shrinks : {true, false}) {
        listener who;
        gate_options options = seeds(0, 20);
        options.shrinks = shrinks;
        play_gate(std::vector{c}, {}, options, who.audience());
        ASSERT_FALSE(who.last.seen.findings.empty());
        const finding& f = who.last.seen.findings[0];
        EXPECT_EQ(f.plan.has_value(), shrinks);
        EXPECT_EQ(f.story.empty(), !shrinks);
        EXPECT_EQ(f.rule, "one effect");
    }
}

TEST(Gate, QuotesTheShortestOfThoseThatHold) {
    listener who;
    gate_options options = seeds(0, 60);
    options.teller_of = [](const candidate&) {
        return std::optional<teller>(
            std::in_place, [](const player& p) { return p.world().seed() == 7 ? 3U : 9U; },
            [](const run_report&, const player&) {
                exhibit_told told;
                told.story = "a story";
                return told;
            });
    };
    const designs::performer by = lost_answer.usual;
    const candidate c{&lost_answer, play_with(lost_answer, by), by};
    play_gate(std::vector{c}, {}, options, who.audience());
    ASSERT_EQ(who.told.size(), 3U);
    EXPECT_EQ(who.told.back(), "seed 7 tells a story");
}

}  // namespace
}  // namespace onceproof::search
