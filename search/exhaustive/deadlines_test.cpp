// Nothing breaks at the moments at which something runs out, and these are met to the nanosecond.
#include "search/exhaustive/deadlines.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

namespace onceproof::search {
namespace {

// A search around the deadlines of a scenario, each plan of which must hold.
struct deadline_search {
    explicit deadline_search(const scenarios::scenario& s)
        : scenario(s),
          space(s.usual.space()),
          on(s),
          plans(s, space, on, [this](const auto& plan) { return run(plan); }) {}

    faults::run_seen run(const faults::fault_schedule& plan) {
        runner_options options;
        options.keep_points = true;
        options.keep_trace = true;
        const run_report r = on.run(plan, scenario.work, options);
        EXPECT_EQ(r.failure, "") << text_of(plan);
        for (const model::violation& v : r.violations) {
            ADD_FAILURE() << text_of(plan) << to_text(v.broken) << ": " << v.why;
        }
        for (const faults::deadline_seen& d : on.injector().deadlines()) {
            judged[d.left.count()] += d.clock == sim::clock_kind::wall ? 1 : 0;
        }
        const auto fates = on.injector().fates();
        return {on.injector().points(),
                fates.empty() || fates.back() == faults::injector::fate::fired, r.behaviour};
    }

    static std::string text_of(const faults::fault_schedule& plan) {
        if (plan.empty()) {
            return "by itself: ";
        }
        const faults::fault_spec& last = plan.back().fault;
        return fmt::format("{} {} ns at {:x}: ", to_text(last.kind), last.span.count(),
                           plan.back().at);
    }

    const scenarios::scenario& scenario;
    faults::fault_space space;
    runner on;
    around_deadlines plans;
    std::map<std::int64_t, int> judged;  // by wall clocks: how often with so much left
};

class EachDeadline : public ::testing::TestWithParam<std::size_t> {};

INSTANTIATE_TEST_SUITE_P(All, EachDeadline,
                         ::testing::Range<std::size_t>(0, scenarios::all().size()),
                         [](const auto& which) {
                             std::string name(scenarios::all()[which.param].name);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

// Some deadlines of each scenario: `onceproof run --deadlines` runs all.
TEST_P(EachDeadline, BreaksNothingBeforeAtOrAfter) {
    const scenarios::scenario& s = scenarios::all()[GetParam()];
    if (!s.usual.design->weakness.empty()) {
        GTEST_SKIP() << "its design has bounds; see clocks_test.cpp";
    }
    deadline_search all(s);
    const std::size_t deadlines = all.plans.roots();
    EXPECT_GT(deadlines, 0U);
    constexpr std::uint64_t plans_max = 150;
    for (std::size_t i = 0; i < deadlines && all.plans.counts().plans < plans_max; ++i) {
        all.plans.explore(i * 37 % deadlines);
    }
    EXPECT_GT(all.plans.counts().plans, 1U);
    RecordProperty("deadlines", static_cast<int>(deadlines));
    RecordProperty("behaviours", static_cast<int>(all.plans.take_behaviours().size()));
}

// A server asks how long a lease has still to run, or a record is kept, and is told 1 ns, nothing,
// and that it was over 1 ns ago; the timeouts of the client are met as well.
TEST(Deadlines, AreMetOnTheVeryNanosecond) {
    deadline_search all(*scenarios::find("dead-owner"));
    const std::size_t deadlines = all.plans.roots();
    EXPECT_EQ(all.judged.count(0), 0U) << "the run by itself comes to none";
    for (std::size_t i = 0; i < deadlines; ++i) {
        all.plans.explore(i);
    }
    for (const std::int64_t left : {-1, 0, 1}) {
        EXPECT_GT(all.judged[left], 0) << left;
    }
    EXPECT_GT(all.plans.met(), deadlines / 2);
}

}  // namespace
}  // namespace onceproof::search
