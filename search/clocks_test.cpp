// Wall clocks that are wrong: which designs need them to be right, and how right.
#include "designs/casting.hpp"
#include "designs/downstream/downstream_servers.hpp"
#include "search/player.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace onceproof::search {
namespace {

using namespace std::chrono_literals;
using faults::disturbance;
using faults::harm;

// A lease is written and judged by one clock, that of the host on which the database is, and the
// effect is fenced by the epoch: so no clock is wrong enough to make a second charge. One that
// hardly moves can make a dead claim last for longer than its client asks.
TEST(Lease, NeedsNoBoundOnItsClock) {
    for (const char* name : {"two-at-once", "dead-owner", "two-heirs", "sleeping-owner",
                             "zombie-fails", "slow-dependency"}) {
        const scenarios::scenario& s = *scenarios::find(name);
        player p(s);
        play_options keep;
        keep.keep_points = true;
        p.play(faults::strikes_of(p.plan()), s.work, keep);
        const std::vector<sim::point> points = p.against().points();
        for (std::size_t i = 0; i < points.size(); i += 5) {
            const sim::point& at = points[i];
            const bool by_server =
                at.kind == sim::point_kind::step && p.world().name(at.where.who).starts_with("api");
            for (const disturbance& wrong :
                 {disturbance(harm::clock_drift, 999ms), disturbance(harm::clock_drift, -999ms),
                  disturbance(harm::clock_jump, 2s), disturbance(harm::clock_jump, -2s),
                  disturbance(harm::clock_jump, 20h), disturbance(harm::clock_jump, -100h)}) {
                if (!by_server) {
                    break;
                }
                faults::strikes plan = faults::strikes_of(p.plan());
                plan.emplace_back(at.id, wrong);
                const run_report r = p.play(plan, s.work, keep);
                EXPECT_EQ(r.trouble, "") << name;
                for (const model::violation& v : r.violations) {
                    EXPECT_TRUE(is_liveness(v.broken)) << name << ", " << to_text(wrong.what) << " "
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
    for (faults::fault& f : s.plan) {
        f.what.span = f.what.what == harm::delay ? late : gain;
    }
    s.work.clients.back().start = late - 10ms;
    player p(s);
    const run_report r = p.play(faults::strikes_of(p.plan()), s.work);
    EXPECT_NE(r.marks, 0U) << "downstream is looked up";
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
