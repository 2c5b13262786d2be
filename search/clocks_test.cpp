// Wall clocks that are wrong: which designs need them to be right, and how right.
#include "designs/look_up/look_up_server.hpp"
#include "designs/role_factories.hpp"
#include "search/runner.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace onceproof::search {
namespace {

using namespace std::chrono_literals;
using faults::fault_kind;
using faults::fault_spec;

// A lease is written and judged by one clock, that of the host on which the database is, and the
// effect is fenced by the epoch: so no clock is wrong enough to make a second charge. One that
// hardly moves can make a dead claim last for longer than its client asks.
TEST(Lease, NeedsNoBoundOnItsClock) {
    for (const char* name : {"two-at-once", "dead-owner", "two-heirs", "sleeping-owner",
                             "zombie-fails", "slow-dependency"}) {
        const scenarios::scenario& s = *scenarios::find(name);
        runner p(s);
        runner_options keep;
        keep.keep_points = true;
        p.run(faults::schedule_of(p.plan()), s.work, keep);
        const std::vector<sim::point> points = p.injector().points();
        for (std::size_t i = 0; i < points.size(); i += 5) {
            const sim::point& at = points[i];
            const bool by_server = at.kind == sim::point_kind::step &&
                                   p.world().name(at.where.actor).starts_with("api");
            for (const fault_spec& wrong :
                 {fault_spec(fault_kind::clock_drift, 999ms),
                  fault_spec(fault_kind::clock_drift, -999ms),
                  fault_spec(fault_kind::clock_jump, 2s), fault_spec(fault_kind::clock_jump, -2s),
                  fault_spec(fault_kind::clock_jump, 20h),
                  fault_spec(fault_kind::clock_jump, -100h)}) {
                if (!by_server) {
                    break;
                }
                faults::fault_schedule plan = faults::schedule_of(p.plan());
                plan.emplace_back(at.id, wrong);
                const run_report r = p.run(plan, s.work, keep);
                EXPECT_EQ(r.failure, "") << name;
                for (const model::violation& v : r.violations) {
                    EXPECT_TRUE(is_liveness(v.broken)) << name << ", " << to_text(wrong.kind) << " "
                                                       << wrong.span.count() << ": " << v.why;
                }
            }
        }
    }
}

using bounds = designs::look_up_server<designs::platform>;

// Whether there is one charge if a call comes so late, the clock by which that is waited for gains
// so much in each second, and somebody asks again just before it comes.
bool stands(sim::duration late, sim::duration gain) {
    scenarios::scenario s = *scenarios::find("fast-clock");
    for (faults::planned_fault& f : s.plan) {
        f.fault.span = f.fault.kind == fault_kind::delay ? late : gain;
    }
    s.work.clients.back().start = late - 10ms;
    runner p(s);
    const run_report r = p.run(faults::schedule_of(p.plan()), s.work);
    EXPECT_NE(r.goals, 0U) << "downstream is looked up";
    return !r.broke();
}

// Of a design that waits for latecomers the declared bounds are tight.
TEST(LookUp, StandsAClockJustWithinItsBoundAndNotOneJustBeyond) {
    const sim::duration latest = bounds::latest_arrival;
    const sim::duration gain = bounds::clock_gain_max;
    EXPECT_TRUE(stands(latest - 15ms, gain - 1ms));
    EXPECT_TRUE(stands(latest - 15ms, -gain)) << "one that loses makes it wait longer";
    EXPECT_FALSE(stands(latest - 15ms, gain + 5ms));
    EXPECT_FALSE(stands(latest + 50ms, gain - 1ms));
}

}  // namespace
}  // namespace onceproof::search
