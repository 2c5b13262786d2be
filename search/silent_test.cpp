// The reference server as foreign code is seen: nothing that it says or calls its steps helps, and
// what breaks a rule of the boundary is caught all the same.
#include "search/runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::search {
namespace {

const designs::subject& silent() {
    return *designs::find_subject("silent");
}

TEST(Silent, SaysNothingAndHasNoNames) {
    runner p(*scenarios::find("lost-answer"), designs::implementation(silent()));
    runner_options all;
    all.keep_trace = true;
    all.keep_points = true;
    p.run(1, all);
    const auto& w = p.world();
    for (const sim::trace_event& r : w.events().records()) {
        EXPECT_FALSE(r.kind == sim::event_kind::note && w.name(r.actor) == "api-1") << r.word;
    }
    std::set<std::string_view> inner;
    for (const sim::point& met : p.injector().points()) {
        if (w.name(met.where.actor) == "api-1") {
            inner.insert(met.where.action.text());
        }
    }
    EXPECT_THAT(inner, ::testing::ElementsAre("serve", "step"));
}

// Its trace has no words, and otherwise it does the same.
TEST(Silent, DoesWhatTheReferenceDoes) {
    runner named(*scenarios::find("busy-shop"));
    runner nameless(*scenarios::find("busy-shop"), designs::implementation(silent()));
    const run_report a = named.run({}, scenarios::find("busy-shop")->work);
    const run_report b = nameless.run({}, scenarios::find("busy-shop")->work);
    EXPECT_EQ(a.steps, b.steps);
    EXPECT_EQ(a.effects, b.effects);
}

std::vector<const scenarios::scenario*> suited() {
    std::vector<const scenarios::scenario*> some;
    for (const scenarios::scenario& s : scenarios::all()) {
        if (s.suits(silent())) {
            some.push_back(&s);
        }
    }
    return some;
}

TEST(Silent, ReachesWhatScenariosAreAbout) {
    const std::vector<const scenarios::scenario*> some = suited();
    EXPECT_GE(some.size(), 30U);
    for (const scenarios::scenario* s : some) {
        runner p(*s, designs::implementation(silent()));
        std::uint64_t reached = 0;
        const std::uint64_t all_of_it = (std::uint64_t{1} << s->must_reach.size()) - 1;
        for (std::uint64_t seed = 0; seed < 300 && reached != all_of_it; ++seed) {
            const run_report r = p.run(seed);
            ASSERT_FALSE(r.broke()) << s->name << ", seed " << seed;
            reached |= r.goals;
        }
        EXPECT_EQ(reached, all_of_it) << s->name;
    }
}

// What only a look inside shows: each lets two executions overlap, and the effect is fenced all the
// same, so that such a mutant breaks no rule of the boundary.
const std::set<std::string_view> seen_from_inside_alone{
    "lease-shorter-than-work",  "missing-lease-is-dead",      "clocks-disagree",
    "takeover-without-compare", "takeover-in-the-same-epoch", "shutdown-frees-keys"};

class EachSilentMutant : public ::testing::TestWithParam<const designs::mutant*> {};

std::vector<const designs::mutant*> mutants_of_the_reference() {
    std::vector<const designs::mutant*> some;
    for (const designs::mutant& m : designs::all_mutants()) {
        if (m.subject == designs::reference().name) {
            some.push_back(&m);
        }
    }
    return some;
}

INSTANTIATE_TEST_SUITE_P(All, EachSilentMutant, ::testing::ValuesIn(mutants_of_the_reference()),
                         [](const auto& which) {
                             std::string name(which.param->name);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

using runners = std::vector<std::unique_ptr<runner>>;

runners runners_of(const designs::mutant& m, bool disks_may_fail) {
    designs::implementation by(m, silent());
    by.disk_faults = disks_may_fail;
    runners all;
    for (const scenarios::scenario* s : suited()) {
        all.push_back(std::make_unique<runner>(*s, by));
    }
    return all;
}

// As `prove` searches: scenario after scenario, then the next seed of each; with each odd one disks
// may fail as well.
bool is_caught(const designs::mutant& m, std::uint64_t seeds) {
    const runners on_sound_disks = runners_of(m, false);
    const runners on_failing_disks = runners_of(m, true);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        for (const auto& p : seed % 2 == 0 ? on_sound_disks : on_failing_disks) {
            if (p->run(seed).broke()) {
                return true;
            }
        }
    }
    return false;
}

TEST_P(EachSilentMutant, IsCaughtAtTheBoundary) {
    const designs::mutant& m = *GetParam();
    const bool inside = seen_from_inside_alone.contains(m.name);
    EXPECT_NE(is_caught(m, inside ? 20 : 300), inside) << m.mistake;
}

}  // namespace
}  // namespace onceproof::search
