// The injector of a run does what its plan lists, in order, and tells what became of each fault.
#include "faults/injector.hpp"

#include "faults/payments.hpp"
#include "sim/time/timer.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace onceproof::faults {
namespace {

using ::testing::ElementsAre;
using enum injector::fate;
using namespace std::chrono_literals;

constexpr std::string_view connect = "intent-1/client>server/connect";
constexpr std::string_view request = "intent-1/client>server/request";
constexpr std::string_view response = "intent-1/client>server/response";

struct told {
    std::vector<std::string> notes;
    std::vector<injector::fate> fates;
};

// Two payments under that plan.
told run(const plan& p) {
    injector against(schedule_of(p));
    payments t(2, &against);
    t.run();
    return {t.notes(), {against.fates().begin(), against.fates().end()}};
}

const auto calm_notes = ElementsAre("intent-1 asked request at 3.000000", "intent-1 answered done",
                                    "intent-2 asked request at 7.000000", "intent-2 answered done");

TEST(Injector, WithTheEmptyPlanIsNoInjector) {
    injector against({});
    payments with(2, &against);
    payments without(2);
    EXPECT_EQ(with.run().hash, without.run().hash);
    EXPECT_THAT(with.notes(), calm_notes);
}

TEST(Injector, IsInjectedAtThePointItNamesAndNowhereElse) {
    const told t = run({{"intent-2/client>server/request", fault_spec(fault_kind::delay, 20ms)}});
    EXPECT_THAT(t.notes,
                ElementsAre("intent-1 asked request at 3.000000", "intent-1 answered done",
                            "intent-2 asked request at 27.000000", "intent-2 answered done"));
    EXPECT_THAT(t.fates, ElementsAre(fired));
}

TEST(Injector, IsInjectedTwiceAtOnePoint) {
    const told t = run({{request, fault_spec(fault_kind::delay, 20ms)},
                        {request, fault_spec(fault_kind::kill_after)}});
    EXPECT_THAT(t.notes, ElementsAre("intent-1 asked request at 23.000000"));
    EXPECT_THAT(t.fates, ElementsAre(fired, fired));
}

TEST(Injector, IsInjectedInTheOrderOfThePlan) {
    const planned_fault kill(request, fault_spec(fault_kind::kill_before));
    const planned_fault jump(request, fault_spec(fault_kind::clock_jump, 1h));
    EXPECT_THAT(run({jump, kill}).fates, ElementsAre(fired, fired));
    EXPECT_THAT(run({kill, jump}).fates, ElementsAre(fired, met)) << "the dead do nothing";
}

TEST(Injector, TellsMetFromFired) {
    const planned_fault silence(request, fault_spec(fault_kind::silence));
    const planned_fault reset(request, fault_spec(fault_kind::reset_before));
    EXPECT_THAT(run({silence, reset}).fates, ElementsAre(fired, met));
    EXPECT_THAT(run({reset, silence}).fates, ElementsAre(fired, met));
    EXPECT_THAT(run({{connect, fault_spec(fault_kind::silence)}, silence}).fates,
                ElementsAre(fired, unmet))
        << "nothing is sent on a connection that was never made";
}

TEST(Injector, TellsWhatTheRunNeverMet) {
    const told t = run({{"intent-3/client>server/request", fault_spec(fault_kind::silence)},
                        {"no such point", fault_spec(fault_kind::silence)},
                        {response, fault_spec(fault_kind::delay, 0ms)}});
    EXPECT_THAT(t.notes, calm_notes);
    EXPECT_THAT(t.fates, ElementsAre(unmet, unmet, met));
}

// Delays at one point add up, so none of them is without effect.
TEST(Injector, CarriesOutEachOfTwoDelaysAtOnePoint) {
    const told t = run({{request, fault_spec(fault_kind::delay, 20ms)},
                        {request, fault_spec(fault_kind::delay, 30ms)},
                        {response, fault_spec(fault_kind::delay, 1ms)}});
    EXPECT_EQ(t.notes.front(), "intent-1 asked request at 53.000000");
    EXPECT_THAT(t.fates, ElementsAre(fired, fired, fired));
}

TEST(Injector, CalmFromTheStartDoesNothing) {
    injector against(schedule_of({{request, fault_spec(fault_kind::silence)}}));
    against.keep_points();
    against.calm();
    payments t(2, &against);
    t.run();
    EXPECT_THAT(t.notes(), calm_notes);
    EXPECT_THAT(against.fates(), ElementsAre(unmet));
    EXPECT_TRUE(against.points().empty());
}

TEST(Injector, CalmFromNowOnDoesNothingMore) {
    injector against(
        schedule_of({{request, fault_spec(fault_kind::delay, 20ms)},
                     {"intent-2/client>server/request", fault_spec(fault_kind::silence)}}));
    against.keep_points();
    payments t(2, &against);
    t.w.at(sim::time_point(10ms), [&] { against.calm(); });
    t.run();
    EXPECT_THAT(t.notes(),
                ElementsAre("intent-1 asked request at 23.000000", "intent-1 answered done",
                            "intent-2 asked request at 27.000000", "intent-2 answered done"));
    EXPECT_THAT(against.fates(), ElementsAre(fired, unmet));
    EXPECT_EQ(against.points().size(), 2U);
}

void set_deadlines(sim::incarnation& self) {
    self.on().jump_clock(1h);
    self.left_until(self.wall_now() + 5ms);
    self.left_until(self.in().now() - 1ms);
    self.deadline_after(2s);
    const auto due = std::make_shared<sim::timer>(self.get_executor(), 3ms);
    due->async_wait([due](const sim::error_code&) {});
}

TEST(Injector, KeepsDeadlinesAsTheyWereSetOrAskedFor) {
    injector against({});
    sim::world_options options;
    options.injector = &against;
    sim::world w(options);
    against.watch(w);
    against.keep_points();
    w.add_host("home").add_process("server", set_deadlines).start();
    w.run();
    std::vector<std::string> seen;
    for (const deadline_seen& d : against.deadlines()) {
        seen.push_back(fmt::format("{} {} {}", w.name(d.process),
                                   d.clock == sim::clock_kind::wall ? "wall" : "monotonic",
                                   sim::to_text(d.left)));
    }
    EXPECT_THAT(seen, ElementsAre("server wall 5 ms", "server monotonic -1 ms", "server wall 2 s",
                                  "server monotonic 3 ms"));
}

TEST(Injector, KeepsThePointsInOrder) {
    injector against({});
    against.keep_points();
    payments t(2, &against);
    t.run();
    std::vector<std::string> names;
    for (const sim::point& p : against.points()) {
        names.push_back(t.w.name(p));
        EXPECT_EQ(kind_of_point(names.back()), p.kind) << names.back();
        EXPECT_EQ(sim::point_id(names.back()), p.id) << names.back();
    }
    EXPECT_THAT(names,
                ElementsAre(connect, request, response, "intent-2/client>server/connect",
                            "intent-2/client>server/request", "intent-2/client>server/response"));
}

// Delays each message by as many milliseconds as have passed.
class slower final : public strategy {
public:
    void choose(const sim::point& where, sim::time_point now,
                std::vector<fault_spec>& out) override {
        if (where.kind == sim::point_kind::message) {
            out.emplace_back(fault_kind::delay, now.time_since_epoch());
        }
    }
};

TEST(Injector, AddsWhatAStrategyChooses) {
    slower also;
    injector against(schedule_of({{request, fault_spec(fault_kind::delay, 20ms)}}), &also);
    payments t(1, &against);
    against.watch(t.w);
    t.run();
    EXPECT_THAT(t.notes(),
                ElementsAre("intent-1 asked request at 25.000000", "intent-1 answered done"));
    EXPECT_EQ(against.chosen(), (plan{{request, fault_spec(fault_kind::delay, 2ms)},
                                      {response, fault_spec(fault_kind::delay, 25ms)}}));
    EXPECT_THAT(against.fates(), ElementsAre(fired)) << "of the plan alone";
}

}  // namespace
}  // namespace onceproof::faults
