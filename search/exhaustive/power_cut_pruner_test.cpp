// A search leaves power cuts out that leave what another has left: run all the same, they end as
// that does.
#include "faults/strategies/power_cut_pruner.hpp"

#include "scenarios/names.hpp"
#include "scenarios/scenario.hpp"
#include "search/runner.hpp"

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
std::string end_of(runner& p, const run_report& r) {
    std::string text = fmt::format("{} {} {} {}", r.behaviour, r.steps, r.effects, r.failure);
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

// Runs each power cut of the calm run, and expects each that is to be left out to end as one that
// is not, at the same or an earlier point of the same call of SQLite.
left_out run_all(const scenarios::scenario& s, const designs::implementation& by) {
    const faults::fault_space space = by.space();
    EXPECT_EQ(space.size(), 1U);
    faults::power_cut_pruner pruner(space);
    runner p(s, by);
    runner_options calm;
    calm.keep_points = true;
    calm.pruner = &pruner;
    p.run(faults::fault_schedule(), s.work, calm);
    const std::vector<sim::point> points = p.injector().points();
    EXPECT_EQ(pruner.repeats().size(), points.size());
    left_out seen;
    std::set<std::string> ends;  // of those in the same call that are not left out
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i].kind != sim::point_kind::file) {
            ends.clear();
            continue;
        }
        for (std::size_t a = 0; a < space.front().alternatives.size(); ++a) {
            const faults::fault_spec& cut = space.front().alternatives[a].fault;
            const run_report r = p.run({{points[i].id, cut}}, s.work);
            const std::string end = end_of(p, r);
            if ((pruner.repeats()[i] >> a & 1U) == 0) {
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

designs::implementation with_power_cuts(scenarios::implementation_words who,
                                        const scenarios::scenario& s) {
    who.disk_faults = true;
    who.only = {"power cut"};
    return scenarios::implementation_named(who, s);
}

TEST(PowerCutPruner, WhatIsLeftOutEndsAsWhatIsRun) {
    const scenarios::scenario& s = *scenarios::find("lost-answer");
    const left_out seen = run_all(s, with_power_cuts({}, s));
    EXPECT_GT(seen.plans, 400U);
    EXPECT_EQ(seen.broken, 0U);
}

// Also where that is a loss, in a log.
TEST(PowerCutPruner, WhatIsLeftOutLosesWhatIsLostByWhatIsRun) {
    const scenarios::scenario& s = *scenarios::find("power-lost-after-answer");
    scenarios::implementation_words who;
    who.without = "log-not-synced";
    const left_out seen = run_all(s, with_power_cuts(who, s));
    EXPECT_GT(seen.plans, 100U);
}

}  // namespace
}  // namespace onceproof::search
