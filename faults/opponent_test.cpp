// The opponent of a run does what its plan lists, in order, and tells what became of each fault.
#include "faults/opponent.hpp"

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

using testing::ElementsAre;
using enum opponent::fate;
using namespace std::chrono_literals;

constexpr std::string_view connect = "pay-1/client>server/connect";
constexpr std::string_view request = "pay-1/client>server/request";
constexpr std::string_view response = "pay-1/client>server/response";

struct told {
    std::vector<std::string> notes;
    std::vector<opponent::fate> fates;
};

// Two payments under that plan.
told play(const plan& p) {
    opponent against(strikes_of(p));
    payments t(2, &against);
    t.run();
    return {t.notes(), {against.fates().begin(), against.fates().end()}};
}

const auto calm_notes = ElementsAre("pay-1 asked request at 3.000000", "pay-1 answered done",
                                    "pay-2 asked request at 7.000000", "pay-2 answered done");

TEST(Opponent, WithTheEmptyPlanIsNoOpponent) {
    opponent against({});
    payments with(2, &against);
    payments without(2);
    EXPECT_EQ(with.run().hash, without.run().hash);
    EXPECT_THAT(with.notes(), calm_notes);
}

TEST(Opponent, StrikesAtThePointItNamesAndNowhereElse) {
    const told t = play({{"pay-2/client>server/request", disturbance(harm::delay, 20ms)}});
    EXPECT_THAT(t.notes, ElementsAre("pay-1 asked request at 3.000000", "pay-1 answered done",
                                     "pay-2 asked request at 27.000000", "pay-2 answered done"));
    EXPECT_THAT(t.fates, ElementsAre(fired));
}

TEST(Opponent, StrikesTwiceAtOnePoint) {
    const told t =
        play({{request, disturbance(harm::delay, 20ms)}, {request, disturbance(harm::kill_after)}});
    EXPECT_THAT(t.notes, ElementsAre("pay-1 asked request at 23.000000"));
    EXPECT_THAT(t.fates, ElementsAre(fired, fired));
}

TEST(Opponent, StrikesInTheOrderOfThePlan) {
    const fault kill(request, disturbance(harm::kill_before));
    const fault jump(request, disturbance(harm::clock_jump, 1h));
    EXPECT_THAT(play({jump, kill}).fates, ElementsAre(fired, fired));
    EXPECT_THAT(play({kill, jump}).fates, ElementsAre(fired, met)) << "the dead do nothing";
}

TEST(Opponent, TellsMetFromFired) {
    const fault silence(request, disturbance(harm::silence));
    const fault reset(request, disturbance(harm::reset_before));
    EXPECT_THAT(play({silence, reset}).fates, ElementsAre(fired, met));
    EXPECT_THAT(play({reset, silence}).fates, ElementsAre(fired, met));
    EXPECT_THAT(play({{connect, disturbance(harm::silence)}, silence}).fates,
                ElementsAre(fired, unmet))
        << "nothing is sent on a connection that was never made";
}

TEST(Opponent, TellsWhatTheRunNeverMet) {
    const told t = play({{"pay-3/client>server/request", disturbance(harm::silence)},
                         {"no such point", disturbance(harm::silence)},
                         {response, disturbance(harm::delay, 0ms)}});
    EXPECT_THAT(t.notes, calm_notes);
    EXPECT_THAT(t.fates, ElementsAre(unmet, unmet, met));
}

// Delays at one point add up, so none of them is without effect.
TEST(Opponent, CarriesOutEachOfTwoDelaysAtOnePoint) {
    const told t = play({{request, disturbance(harm::delay, 20ms)},
                         {request, disturbance(harm::delay, 30ms)},
                         {response, disturbance(harm::delay, 1ms)}});
    EXPECT_EQ(t.notes.front(), "pay-1 asked request at 53.000000");
    EXPECT_THAT(t.fates, ElementsAre(fired, fired, fired));
}

TEST(Opponent, CalmFromTheStartDoesNothing) {
    opponent against(strikes_of({{request, disturbance(harm::silence)}}));
    against.keep_points();
    against.calm();
    payments t(2, &against);
    t.run();
    EXPECT_THAT(t.notes(), calm_notes);
    EXPECT_THAT(against.fates(), ElementsAre(unmet));
    EXPECT_TRUE(against.points().empty());
}

TEST(Opponent, CalmFromNowOnDoesNothingMore) {
    opponent against(strikes_of({{request, disturbance(harm::delay, 20ms)},
                                 {"pay-2/client>server/request", disturbance(harm::silence)}}));
    against.keep_points();
    payments t(2, &against);
    t.w.at(sim::time_point(10ms), [&] { against.calm(); });
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("pay-1 asked request at 23.000000", "pay-1 answered done",
                                       "pay-2 asked request at 27.000000", "pay-2 answered done"));
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

TEST(Opponent, KeepsDeadlinesAsTheyWereSetOrAskedFor) {
    opponent against({});
    sim::world_options options;
    options.opponent = &against;
    sim::world w(options);
    against.watch(w);
    against.keep_points();
    w.add_host("home").add_process("server", set_deadlines).start();
    w.run();
    std::vector<std::string> seen;
    for (const deadline_seen& d : against.deadlines()) {
        seen.push_back(fmt::format("{} {} {}", w.name(d.who),
                                   d.by == sim::clock_kind::wall ? "wall" : "monotonic",
                                   sim::to_text(d.left)));
    }
    EXPECT_THAT(seen, ElementsAre("server wall 5 ms", "server monotonic -1 ms", "server wall 2 s",
                                  "server monotonic 3 ms"));
}

TEST(Opponent, KeepsThePointsInOrder) {
    opponent against({});
    against.keep_points();
    payments t(2, &against);
    t.run();
    std::vector<std::string> names;
    for (const sim::point& p : against.points()) {
        names.push_back(t.w.name(p));
        EXPECT_EQ(kind_of_point(names.back()), p.kind) << names.back();
        EXPECT_EQ(sim::point_id(names.back()), p.id) << names.back();
    }
    EXPECT_THAT(names, ElementsAre(connect, request, response, "pay-2/client>server/connect",
                                   "pay-2/client>server/request", "pay-2/client>server/response"));
}

// Delays each message by as many milliseconds as have passed.
class slower final : public chooser {
public:
    void choose(const sim::point& where, sim::time_point now,
                std::vector<disturbance>& out) override {
        if (where.kind == sim::point_kind::message) {
            out.emplace_back(harm::delay, now.time_since_epoch());
        }
    }
};

TEST(Opponent, AddsWhatAChooserChooses) {
    slower also;
    opponent against(strikes_of({{request, disturbance(harm::delay, 20ms)}}), &also);
    payments t(1, &against);
    against.watch(t.w);
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("pay-1 asked request at 25.000000", "pay-1 answered done"));
    EXPECT_EQ(against.chosen(), (plan{{request, disturbance(harm::delay, 2ms)},
                                      {response, disturbance(harm::delay, 25ms)}}));
    EXPECT_THAT(against.fates(), ElementsAre(fired)) << "of the plan alone";
}

}  // namespace
}  // namespace onceproof::faults
