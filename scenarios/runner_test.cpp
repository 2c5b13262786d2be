// Determinism is checked, and code that reaches for the real world is caught both ways.
#include "scenarios/runner.hpp"

#include "scenarios/lost_answer.hpp"
#include "sim/host.hpp"
#include "sim/traps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace onceproof::scenarios {
namespace {

using testing::HasSubstr;

scenario one_process(sim::process::main_function main) {
    static sim::process::main_function current;
    current = std::move(main);
    return {"test",
            "A process that the test brings along.",
            [](sim::world& w) { w.add_host("host").add_process("p", current).start(); },
            {}};
}

void read_the_real_clock(sim::incarnation& self) {
    self.note("before");
    // tidy: allow steady_clock: this is the offence that must be caught
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    self.note("the real time is", static_cast<std::uint64_t>(now));
}

TEST(CheckDeterminism, FindsNothingInAnHonestScenario) {
    const scenario s = lost_answer();
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        EXPECT_FALSE(check_determinism(s, {.seed = seed}));
    }
}

TEST(CheckDeterminism, TellsWhereTheTracesPartAndWhatTheTrapsSaw) {
    const scenario s = one_process(read_the_real_clock);
    const std::optional<divergence> found = check_determinism(s, {});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->first.world().events().records()[found->event].word, "the real time is");
    EXPECT_EQ(found->first.world().events().records()[found->event - 1].word, "before");
    EXPECT_THAT(found->sighting, HasSubstr("clock_gettime in step 1"));
    EXPECT_THAT(found->sighting, HasSubstr("process p"));
}

TEST(CheckDeterminism, SeesWhatTheTrapsDoNot) {
    int runs = 0;
    const scenario s = one_process(
        [&](sim::incarnation& self) { self.note("run", static_cast<std::uint64_t>(++runs)); });
    const std::optional<divergence> found = check_determinism(s, {});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->sighting, "");
    EXPECT_EQ(found->first.world().events().records()[found->event].word, "run");
}

TEST(CheckDeterminism, SeesARunThatGoesOnLonger) {
    int runs = 0;
    const scenario s = one_process([&](sim::incarnation& self) {
        if (++runs == 2) {
            self.note("more");
        }
    });
    EXPECT_TRUE(check_determinism(s, {}));
}

TEST(Traps, EndTheProgramWhenTheyAreToAbort) {
    const scenario s = one_process(read_the_real_clock);
    EXPECT_EXIT(
        {
            sim::traps::set(sim::traps::mode::abort);
            played_run run(s, {});
            run.play();
        },
        testing::ExitedWithCode(70), "nondeterminism: clock_gettime in step 1");
}

TEST(Catalogue, FindsByName) {
    EXPECT_EQ(find("lost-answer")->name, "lost-answer");
    EXPECT_EQ(find("lost"), nullptr);
    for (const scenario& s : all()) {
        EXPECT_EQ(find(s.name), &s);
        EXPECT_EQ(s.summary.back(), '.') << "a summary is a sentence";
    }
}

}  // namespace
}  // namespace onceproof::scenarios
