// Whichever kind of fault strikes, the trace has the event that its row names, the story has words
// for it and the picture a mark.
#include "designs/charge_faults.hpp"
#include "faults/kind.hpp"
#include "reports/run/run_sketch.hpp"
#include "reports/run/story.hpp"
#include "scenarios/scenario.hpp"
#include "search/player.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace onceproof::reports {
namespace {

using scenarios::scenario;
using search::play_options;
using search::player;

const scenario& two_at_once() {
    return *scenarios::find("two-at-once");
}

// Where something can go wrong in it.
std::vector<sim::point> points_of(player& on) {
    play_options keep;
    keep.keep_points = true;
    on.play(faults::strikes{}, two_at_once().work, keep);
    return on.against().points();
}

std::vector<std::uint64_t> points_for(const faults::kind& k, const std::vector<sim::point>& all) {
    std::vector<std::uint64_t> some;
    for (const sim::point& p : all) {
        if (k.strikes_at.has(p.kind)) {
            some.push_back(p.id);
        }
    }
    return some;
}

// The first event of the last run in which a fault of that kind was seen; nullptr if there is none.
const sim::record* seen_in(const sim::world& w, const faults::kind& k) {
    const auto& all = w.events().records();
    const auto found = std::ranges::find_if(all, [&](const sim::record& r) {
        const bool says = r.what != sim::happening::troubled || r.word == k.name();
        return r.what == k.seen.event && says;
    });
    return found == all.end() ? nullptr : &*found;
}

// Whether a fault of that kind at that point can be seen; then in the story and the picture, too.
bool shows(player& on, const faults::kind& k, std::uint64_t point) {
    play_options keep;
    keep.keep_trace = true;
    const faults::strikes one{{point, k.alternatives.front().what}};
    on.play(one, two_at_once().work, keep);
    const sim::record* const r = seen_in(on.world(), k);
    if (r == nullptr || on.against().fates().front() != faults::opponent::fate::fired) {
        return false;
    }
    EXPECT_FALSE(in_words(*r, on.world()).empty()) << k.name();
    const run_sketch drawn = sketch(on.world(), {});
    EXPECT_NE(std::ranges::find(drawn.told, *r), drawn.told.end()) << k.name();
    return true;
}

TEST(KindsShown, EachKindIsToldAndDrawn) {
    designs::performer by = two_at_once().usual;
    by.disk_faults = true;
    player on(two_at_once(), by);
    const std::vector<sim::point> all = points_of(on);
    for (const faults::kind& k : designs::known_faults()) {
        const std::vector<std::uint64_t> some = points_for(k, all);
        EXPECT_TRUE(std::ranges::any_of(some, [&](std::uint64_t point) {
            return shows(on, k, point);
        })) << k.name();
    }
}

}  // namespace
}  // namespace onceproof::reports
