// Code that reaches for the real world is caught, by the traps and by running twice.
#include "search/determinism.hpp"

#include "scenarios/environment.hpp"
#include "search/runner.hpp"
#include "sim/host.hpp"
#include "sim/traps/traps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <utility>

namespace onceproof::search {
namespace {

using ::testing::HasSubstr;

// Somebody with a process that the test brings along.
class one_process final : public scenarios::role {
public:
    explicit one_process(sim::process::main_function main) : main_(std::move(main)) {}

    std::string_view name() const override { return "one process"; }

    std::unique_ptr<scenarios::participant> enter(scenarios::environment& in) const override {
        struct entered final : scenarios::participant {
            entered(scenarios::environment& e, const sim::process::main_function& m)
                : scenarios::participant(e), main(m) {}
            void start() override { add_host("host").add_process("p", main).start(); }
            const sim::process::main_function& main;
        };
        return std::make_unique<entered>(in, main_);
    }

private:
    sim::process::main_function main_;
};

// With nobody else in it.
scenarios::scenario empty() {
    scenarios::scenario s;
    s.name = "test";
    s.summary = "Nobody wants anything.";
    return s;
}

scenarios::registered_role with_process(sim::process::main_function main) {
    return scenarios::registered_role(std::make_unique<one_process>(std::move(main)));
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
            EXPECT_FALSE(check_determinism(runner(s).trial_of(seed))) << s.name;
        }
    }
}

TEST(CheckDeterminism, TellsWhereTheTracesPartAndWhatTheTrapsSaw) {
    const scenarios::scenario s = empty();
    const scenarios::registered_role there = with_process(read_the_real_clock);
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
    const scenarios::scenario s = empty();
    const scenarios::registered_role there = with_process(
        [&](sim::incarnation& self) { self.note("run", static_cast<std::uint64_t>(++runs)); });
    const std::optional<divergence> found = check_determinism(scenarios::trial(s));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->sighting, "");
    EXPECT_EQ(found->first->world().events().records()[found->event].word, "run");
}

TEST(CheckDeterminism, SeesARunThatGoesOnLonger) {
    int runs = 0;
    const scenarios::scenario s = empty();
    const scenarios::registered_role there = with_process([&](sim::incarnation& self) {
        if (++runs == 2) {
            self.note("more");
        }
    });
    EXPECT_TRUE(check_determinism(scenarios::trial(s)));
}

TEST(Traps, EndTheProgramWhenTheyAreToAbort) {
    const scenarios::scenario s = empty();
    const scenarios::registered_role there = with_process(read_the_real_clock);
    EXPECT_EXIT(
        {
            sim::traps::set(sim::traps::mode::abort);
            runner(s).run(0);
        },
        ::testing::ExitedWithCode(70), "nondeterminism: clock_gettime in step 1");
}

}  // namespace
}  // namespace onceproof::search
