// The world runs to an end or to a bound, in one order only.
#include "sim/world.hpp"

#include "sim/net/two_hosts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::sim {
namespace {

using ::testing::ElementsAre;

TEST(World, RunsWhatIsDueInOrderOfTimeThenOfAsking) {
    world w({});
    std::vector<int> order;
    w.after(2ms, [&] { order.push_back(3); });
    w.after(1ms, [&] {
        order.push_back(1);
        w.after(1ms, [&] { order.push_back(4); });
        w.after(0ms, [&] { order.push_back(2); });
    });
    EXPECT_EQ(w.run().end, run_end::quiescent);
    EXPECT_THAT(order, ElementsAre(1, 2, 3, 4));
    EXPECT_EQ(w.now().time_since_epoch(), 2ms);
}

TEST(World, CallsAnEndlessRunALivelock) {
    world w({.bounds = {.steps = 1000}});
    std::function<void()> again = [&] { w.after(0ms, again); };
    again();
    const run_result result = w.run();
    EXPECT_EQ(result.end, run_end::livelock);
    EXPECT_EQ(result.steps, 1000U);
}

TEST(World, CallsARunThatTakesTooLongAHorizon) {
    world w({.bounds = {.horizon = 1s}});
    std::function<void()> again = [&] { w.after(100ms, again); };
    again();
    const run_result result = w.run();
    EXPECT_EQ(result.end, run_end::horizon);
    EXPECT_GT(result.ended.time_since_epoch(), 1s);
}

TEST(World, EndsExactlyAtTheBoundWithoutCallingItALivelock) {
    world w({.bounds = {.steps = 2}});
    w.after(1ms, [] {});
    w.after(2ms, [] {});
    EXPECT_EQ(w.run().end, run_end::quiescent);
}

TEST(World, StopsWhenAskedAndGoesOn) {
    world w({});
    int ran = 0;
    for (int i = 1; i <= 3; ++i) {
        w.after(i * 1ms, [&] {
            ++ran;
            w.stop();
        });
    }
    EXPECT_EQ(w.run().end, run_end::stopped);
    EXPECT_EQ(ran, 1);
    EXPECT_EQ(w.run().end, run_end::stopped);
    EXPECT_EQ(ran, 2);
}

TEST(World, AYearPassesInNoTime) {
    world w({});
    w.after(std::chrono::hours(24 * 365), [] {});
    EXPECT_EQ(w.run().ended.time_since_epoch(), std::chrono::hours(24 * 365));
}

TEST(World, StandsStillBetweenTwoEventsAndShowsWhatIsWaitedFor) {
    world w({.bounds = {.events = 3}});
    host& machine = w.add_host("machine");
    for (const auto& [name, span] : {std::pair("late", 9ms), std::pair("early", 5ms)}) {
        machine
            .add_process(name, run_body([wait = span](incarnation& self) -> awaitable<void> {
                             timer due(self, wait);
                             co_await due.async_wait(use_awaitable);
                         }))
            .start();
    }
    EXPECT_EQ(w.run().end, run_end::paused);
    EXPECT_EQ(w.events().size(), 3U);  // two have started, and one has waited
    const std::vector<armed_timer> left = w.armed_timers();
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(w.name(left[0].owner), "late");
    EXPECT_EQ(left[0].due.time_since_epoch(), 9ms);
}

TEST(World, IsRunningOnlyInsideAStep) {
    EXPECT_EQ(world::running(), nullptr);
    world w({});
    w.after(1ms, [&] {
        EXPECT_EQ(world::running(), &w);
        world inner({});
        inner.after(1ms, [&] { EXPECT_EQ(world::running(), &inner); });
        inner.run();
        EXPECT_EQ(world::running(), &w);
    });
    w.run();
    EXPECT_EQ(world::running(), nullptr);
}

TEST(World, HasNamesThatCanStandInAPointsName) {
    world w({});
    w.add_host("api");
    EXPECT_DEATH(w.add_host("api"), "names of their own");
    EXPECT_DEATH(w.add_host("a>b"), "none of the signs");
    EXPECT_DEATH(w.add_host(""), "not empty");
    EXPECT_EQ(w.find_host("nobody"), nullptr);
    EXPECT_EQ(w.find_host("api")->name(), "api");
}

TEST(World, NamesStayWhereTheyAreWhileOthersCome) {
    world w({});
    const std::string_view first = w.add_host("api").name();
    const char* const where = first.data();
    for (int i = 0; i < 100; ++i) {
        w.add_host("host-" + std::to_string(i));
    }
    EXPECT_EQ(w.find_host("api")->name().data(), where);
}

TEST(World, AssertionsTellWhereTheRunWas) {
    world w({.seed = 42});
    process& p = w.add_host("host").add_process(
        "teller", [](incarnation& self) { activity::root(self.get_executor()).open("job", 0); });
    p.start();
    EXPECT_DEATH(w.run(), "seed 42, process teller");
}

}  // namespace
}  // namespace onceproof::sim
