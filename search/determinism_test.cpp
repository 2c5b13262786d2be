// Code that reaches for the real world is caught, by the traps and by playing twice.
#include "search/determinism.hpp"

#include "scenarios/roles/charge_world.hpp"
#include "sim/host.hpp"
#include "sim/traps/traps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace onceproof::search {
namespace {

using testing::HasSubstr;

scenarios::scenario one_process(sim::process::main_function main) {
    static sim::process::main_function current;
    current = std::move(main);
    scenarios::scenario s;
    s.name = "test";
    s.summary = "A process that the test brings along.";
    s.actors = [](scenarios::charge_world& w) {
        w.world().add_host("host").add_process("p", current).start();
    };
    return s;
}

void read_the_real_clock(sim::incarnation& self) {
    self.note("before");
    // tidy: allow steady_clock: this is the offence that must be caught
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    self.note("the real time is", static_cast<std::uint64_t>(now));
}

TEST(CheckDeterminism, FindsNothingInAnHonestScenario) {
    for (const scenarios::scenario& s : scenarios::all()) {
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            EXPECT_FALSE(check_determinism(player(s).trial_of(seed))) << s.name;
        }
    }
}

TEST(CheckDeterminism, TellsWhereTheTracesPartAndWhatTheTrapsSaw) {
    const scenarios::scenario s = one_process(read_the_real_clock);
    const std::optional<divergence> found = check_determinism(scenarios::trial(s));
    ASSERT_TRUE(found);
    const auto& events = found->first->world().events().records();
    EXPECT_EQ(events[found->event].word, "the real time is");
    EXPECT_EQ(events[found->event - 1].word, "before");
    EXPECT_THAT(found->sighting, HasSubstr("clock_gettime in step 1"));
    EXPECT_THAT(found->sighting, HasSubstr("process p"));
}

TEST(CheckDeterminism, SeesWhatTheTrapsDoNot) {
    int runs = 0;
    const scenarios::scenario s = one_process(
        [&](sim::incarnation& self) { self.note("run", static_cast<std::uint64_t>(++runs)); });
    const std::optional<divergence> found = check_determinism(scenarios::trial(s));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->sighting, "");
    EXPECT_EQ(found->first->world().events().records()[found->event].word, "run");
}

TEST(CheckDeterminism, SeesARunThatGoesOnLonger) {
    int runs = 0;
    const scenarios::scenario s = one_process([&](sim::incarnation& self) {
        if (++runs == 2) {
            self.note("more");
        }
    });
    EXPECT_TRUE(check_determinism(scenarios::trial(s)));
}

TEST(Traps, EndTheProgramWhenTheyAreToAbort) {
    const scenarios::scenario s = one_process(read_the_real_clock);
    EXPECT_EXIT(
        {
            sim::traps::set(sim::traps::mode::abort);
            player(s).play(0);
        },
        testing::ExitedWithCode(70), "nondeterminism: clock_gettime in step 1");
}

}  // namespace
}  // namespace onceproof::search
