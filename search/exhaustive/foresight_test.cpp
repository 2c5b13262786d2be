// A search leaves power cuts out that leave what another has left: played all the same, they end as
// that does.
#include "faults/strategies/foresight.hpp"

#include "scenarios/names.hpp"
#include "scenarios/scenario.hpp"
#include "search/player.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace onceproof::search {
namespace {

using faults::alternative;

// All that the end of a run shows.
std::string end_of(player& p, const run_report& r) {
    std::string text = fmt::format("{} {} {} {}", r.behaviour, r.steps, r.effects, r.trouble);
    for (const model::violation& v : r.violations) {
        text += fmt::format("; {}: {}", to_text(v.broken), v.why);
    }
    for (const kept_database& d : p.databases()) {
        for (const sim::table& t : d.tables) {
            for (const sim::table::row& row : t.rows) {
                for (const std::optional<std::string>& cell : row) {
                    text += cell.value_or("NULL") + ',';
                }
                text += '\n';
            }
        }
    }
    return text;
}

struct left_out {
    std::size_t plans = 0;
    std::size_t broken = 0;  // of these
};

// Plays each power cut of the calm run, and expects each that is to be left out to end as one that
// is not, at the same or an earlier point of the same call of SQLite.
left_out play_all(const scenarios::scenario& s, const designs::performer& by) {
    const faults::fault_space space = by.space();
    EXPECT_EQ(space.size(), 1U);
    faults::foresight foresees(space);
    player p(s, by);
    play_options calm;
    calm.keep_points = true;
    calm.foresees = &foresees;
    p.play(faults::strikes(), s.work, calm);
    const std::vector<sim::point> points = p.against().points();
    EXPECT_EQ(foresees.repeats().size(), points.size());
    left_out seen;
    std::set<std::string> ends;  // of those in the same call that are not left out
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i].kind != sim::point_kind::file) {
            ends.clear();
            continue;
        }
        for (std::size_t a = 0; a < space.front().alternatives.size(); ++a) {
            const faults::disturbance& cut = space.front().alternatives[a].what;
            const run_report r = p.play({{points[i].id, cut}}, s.work);
            const std::string end = end_of(p, r);
            if ((foresees.repeats()[i] >> a & 1U) == 0) {
                ends.insert(end);
                continue;
            }
            ++seen.plans;
            seen.broken += r.broke() ? 1 : 0;
            EXPECT_TRUE(ends.contains(end))
                << s.name << ", point " << i << ", " << to_text(cut.survives) << "\n"
                << end;
        }
    }
    return seen;
}

designs::performer with_power_cuts(scenarios::performer_words who, const scenarios::scenario& s) {
    who.disk_faults = true;
    who.only = {"power cut"};
    return scenarios::performer_named(who, s);
}

TEST(Foresight, WhatIsLeftOutEndsAsWhatIsPlayed) {
    const scenarios::scenario& s = *scenarios::find("lost-answer");
    const left_out seen = play_all(s, with_power_cuts({}, s));
    EXPECT_GT(seen.plans, 400U);
    EXPECT_EQ(seen.broken, 0U);
}

// Also where that is a loss, in a log.
TEST(Foresight, WhatIsLeftOutLosesWhatIsLostByWhatIsPlayed) {
    const scenarios::scenario& s = *scenarios::find("power-lost-after-answer");
    scenarios::performer_words who;
    who.without = "log-not-synced";
    const left_out seen = play_all(s, with_power_cuts(who, s));
    EXPECT_GT(seen.plans, 100U);
}

}  // namespace
}  // namespace onceproof::search
