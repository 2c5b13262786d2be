// Whichever kind of fault is injected, the trace has the event that its row names, the story has
// words for it and the picture a mark.
#include "designs/service_faults.hpp"
#include "faults/kind.hpp"
#include "reports/run/run_sketch.hpp"
#include "reports/run/story.hpp"
#include "scenarios/scenario.hpp"
#include "search/runner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace onceproof::reports {
namespace {

using scenarios::scenario;
using search::runner;
using search::runner_options;

const scenario& two_at_once() {
    return *scenarios::find("two-at-once");
}

// Where something can go wrong in it.
std::vector<sim::point> points_of(runner& on) {
    runner_options keep;
    keep.keep_points = true;
    on.run(faults::fault_schedule{}, two_at_once().work, keep);
    return on.injector().points();
}

std::vector<std::uint64_t> points_for(const faults::kind_row& k,
                                      const std::vector<sim::point>& all) {
    std::vector<std::uint64_t> some;
    for (const sim::point& p : all) {
        if (k.applies_to.has(p.kind)) {
            some.push_back(p.id);
        }
    }
    return some;
}

// The first event of the last run in which a fault of that kind was seen; nullptr if there is none.
const sim::trace_event* seen_in(const sim::world& w, const faults::kind_row& k) {
    const auto& all = w.events().records();
    const auto found = std::ranges::find_if(all, [&](const sim::trace_event& r) {
        const bool says = r.kind != sim::event_kind::failed || r.word == k.name();
        return r.kind == k.seen.event && says;
    });
    return found == all.end() ? nullptr : &*found;
}

// Whether a fault of that kind at that point can be seen; then in the story and the picture, too.
bool shows(runner& on, const faults::kind_row& k, std::uint64_t point) {
    runner_options keep;
    keep.keep_trace = true;
    const faults::fault_schedule one{{point, k.alternatives.front().fault}};
    on.run(one, two_at_once().work, keep);
    const sim::trace_event* const r = seen_in(on.world(), k);
    if (r == nullptr || on.injector().fates().front() != faults::injector::fate::fired) {
        return false;
    }
    EXPECT_FALSE(in_words(*r, on.world()).empty()) << k.name();
    const run_sketch drawn = sketch(on.world(), {});
    EXPECT_NE(std::ranges::find(drawn.told, *r), drawn.told.end()) << k.name();
    return true;
}

TEST(KindsShown, EachKindIsToldAndDrawn) {
    designs::implementation by = two_at_once().usual;
    by.disk_faults = true;
    runner on(two_at_once(), by);
    const std::vector<sim::point> all = points_of(on);
    for (const faults::kind_row& k : designs::known_faults()) {
        const std::vector<std::uint64_t> some = points_for(k, all);
        EXPECT_TRUE(std::ranges::any_of(some, [&](std::uint64_t point) {
            return shows(on, k, point);
        })) << k.name();
    }
}

}  // namespace
}  // namespace onceproof::reports
