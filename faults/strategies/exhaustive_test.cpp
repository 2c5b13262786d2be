// The search runs every plan of its space exactly once, and what it does not run changes nothing.
#include "faults/strategies/exhaustive.hpp"

#include "faults/injector.hpp"
#include "faults/payments.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace onceproof::faults {
namespace {

using sim::point_kind;
using namespace std::chrono_literals;

// --- A run that is a list of points and nothing else ---

struct fake {
    explicit fake(std::vector<point_kind> kinds) {
        for (const point_kind k : kinds) {
            const auto id = static_cast<std::uint64_t>(points.size() + 1);
            points.push_back({id, k, 0, sim::place(0, 0, "step"), 1});
        }
    }

    // Notes the plan; the last fault does not fire if it is of that kind.
    run_seen run_once(const fault_schedule& p) {
        ran.push_back(p);
        const bool fires = p.empty() || p.back().fault.kind != idle;
        return {points, fires, fires && !p.empty() ? p.back().at : 0, repeats};
    }

    search_counts search(const fault_space& space, std::size_t faults_max) {
        exhaustive all(space, faults_max, [this](const fault_schedule& p) { return run_once(p); });
        const std::size_t roots = all.roots();
        for (std::size_t root = 0; root < roots; ++root) {
            all.explore(root);
        }
        return all.counts();
    }

    std::vector<sim::point> points;
    fault_kind idle = fault_kind::none;
    std::vector<std::uint64_t> repeats;  // see run_seen
    std::vector<fault_schedule> ran;
};

kind_row of_kind(fault_kind what, point_kinds at, std::size_t alternatives) {
    kind_row k = kind_of(what);
    k.applies_to = at;
    k.alternatives.clear();
    for (std::size_t i = 1; i <= alternatives; ++i) {
        k.alternatives.emplace_back("", fault_spec(what, sim::duration(i)));
    }
    return k;
}

std::uint64_t different(std::vector<fault_schedule> all) {
    std::set<std::string> texts;
    for (fault_schedule& p : all) {
        std::string text;
        for (const scheduled_fault& s : p) {
            text += fmt::format("{} {} {};", s.at, to_text(s.fault.kind), s.fault.span.count());
        }
        texts.insert(text);
    }
    return texts.size();
}

std::uint64_t over_two(std::uint64_t n) {
    return n * (n - 1) / 2;
}

TEST(Exhaustive, CountsWhatIsCountedByHand) {
    for (std::size_t points = 0; points <= 6; ++points) {
        for (std::size_t alternatives = 1; alternatives <= 3; ++alternatives) {
            const fault_space space{
                of_kind(fault_kind::delay, {point_kind::message}, alternatives)};
            const std::uint64_t faults = points * alternatives;
            const std::uint64_t by_hand[] = {1, 1 + faults, 1 + faults + over_two(faults)};
            for (std::size_t faults_max = 0; faults_max <= 2; ++faults_max) {
                fake run(std::vector<point_kind>(points, point_kind::message));
                const search_counts counts = run.search(space, faults_max);
                const std::uint64_t expected = faults == 0 ? 1 : by_hand[faults_max];
                EXPECT_EQ(counts.plans, expected);
                EXPECT_EQ(run.ran.size(), expected);
                EXPECT_EQ(different(run.ran), expected);
                EXPECT_EQ(counts.skipped, 0U);
            }
        }
    }
}

// Two at one point are among them, in the order of the space; a fault twice at one point is not.
TEST(Exhaustive, RunsTwoFaultsAtOnePoint) {
    fake run({point_kind::message});
    run.search({of_kind(fault_kind::delay, {point_kind::message}, 2),
                of_kind(fault_kind::silence, {point_kind::message}, 1)},
               3);
    std::vector<std::string> texts;
    for (const fault_schedule& p : run.ran) {
        texts.emplace_back();
        for (const scheduled_fault& s : p) {
            texts.back() += fmt::format("{}{} ", to_text(s.fault.kind), s.fault.span.count());
        }
    }
    EXPECT_EQ(texts, (std::vector<std::string>{"", "delay1 ", "delay1 delay2 ",
                                               "delay1 delay2 silence1 ", "delay1 silence1 ",
                                               "delay2 ", "delay2 silence1 ", "silence1 "}));
}

TEST(Exhaustive, OffersAKindOnlyWhereItCanBeInjected) {
    fake run({point_kind::connect, point_kind::message, point_kind::step, point_kind::message});
    const fault_space space{
        of_kind(fault_kind::delay, {point_kind::connect, point_kind::message, point_kind::step}, 1),
        of_kind(fault_kind::refuse, {point_kind::connect}, 2),
        of_kind(fault_kind::silence, {point_kind::connect, point_kind::message}, 1)};
    const search_counts counts = run.search(space, 2);
    const std::uint64_t faults = 4 + 2 + 3;
    EXPECT_EQ(counts.plans, 1 + faults + over_two(faults));
    const auto of = [&](fault_kind h) { return counts.kinds[static_cast<std::size_t>(h)]; };
    EXPECT_EQ(of(fault_kind::delay).offered, 4 * counts.plans);
    EXPECT_EQ(of(fault_kind::refuse).offered, 2 * counts.plans);
    EXPECT_EQ(of(fault_kind::silence).offered, 3 * counts.plans);
    EXPECT_EQ(of(fault_kind::kill_after).offered, 0U);
    EXPECT_EQ(of(fault_kind::delay).chosen + of(fault_kind::refuse).chosen +
                  of(fault_kind::silence).chosen,
              counts.plans - 1);
    EXPECT_EQ(of(fault_kind::refuse).fired, of(fault_kind::refuse).chosen);
    for (const fault_schedule& p : run.ran) {
        for (const scheduled_fault& s : p) {
            EXPECT_TRUE(s.fault.kind != fault_kind::refuse || s.at == 1);
            EXPECT_TRUE(s.fault.kind != fault_kind::silence || s.at != 3);
        }
    }
}

// Three messages, a delay and a silence that never fires. Of the 1 + 6 + 15 plans those that go on
// after an idle fault are not run: 5 of them begin with the silence at the 1st, 2nd or 3rd point
// (4 + 2 + 0 faults come after it).
TEST(Exhaustive, NeverExtendsAPlanWhoseLastFaultDidNotFire) {
    fake run({point_kind::message, point_kind::message, point_kind::message});
    run.idle = fault_kind::silence;
    const fault_space space{of_kind(fault_kind::delay, {point_kind::message}, 1),
                            of_kind(fault_kind::silence, {point_kind::message}, 1)};
    const search_counts counts = run.search(space, 2);
    EXPECT_EQ(counts.plans, 1U + 6 + 15 - (4 + 2));
    EXPECT_EQ(different(run.ran), counts.plans);
    EXPECT_EQ(counts.skipped, 3U + (3 + 2 + 1)) << "alone, and after each delay";
    const fault_counts& silence = counts.kinds[static_cast<std::size_t>(fault_kind::silence)];
    EXPECT_EQ(silence.chosen, counts.skipped);
    EXPECT_EQ(silence.fired, 0U);
    EXPECT_EQ(silence.mattered, 0U);
    for (const fault_schedule& p : run.ran) {
        EXPECT_TRUE(p.size() < 2 || p.front().fault.kind == fault_kind::delay);
    }
}

// The fake run behaves as its last fault's point says: two delays at one point behave alike.
TEST(Exhaustive, CountsWhatMatteredByBehaviour) {
    fake run({point_kind::message, point_kind::message});
    const search_counts counts =
        run.search({of_kind(fault_kind::delay, {point_kind::message}, 2)}, 2);
    const fault_counts& delay = counts.kinds[static_cast<std::size_t>(fault_kind::delay)];
    EXPECT_EQ(delay.chosen, 10U);
    EXPECT_EQ(delay.fired, 10U);
    EXPECT_EQ(delay.mattered, 10U - 2) << "the second at each point changes nothing";
}

// At the second of three points the second alternative leaves what was left before.
TEST(Exhaustive, LeavesOutWhatLeavesWhatAnotherLeft) {
    fake run({point_kind::file, point_kind::file, point_kind::file});
    run.repeats = {0, 2, 0};
    const search_counts counts =
        run.search({of_kind(fault_kind::power_cut, {point_kind::file}, 2)}, 2);
    EXPECT_EQ(counts.plans, 1U + 5 + over_two(5)) << "as if it were not there";
    EXPECT_EQ(counts.repeats, 1U + 2 + 1) << "of the calm run, and after each fault before it";
    for (const fault_schedule& p : run.ran) {
        for (const scheduled_fault& s : p) {
            EXPECT_FALSE(s.at == 2 && s.fault.span == sim::duration(2));
        }
    }
}

TEST(Exhaustive, StopsWhenItIsTold) {
    fake run({point_kind::message, point_kind::message, point_kind::message});
    const fault_space space{of_kind(fault_kind::delay, {point_kind::message}, 2)};
    exhaustive* search = nullptr;
    exhaustive some(space, 3, [&](const fault_schedule& p) {
        if (run.ran.size() == 5) {
            search->stop();
        }
        return run.run_once(p);
    });
    search = &some;
    some.roots();
    some.explore(0);
    EXPECT_EQ(run.ran.size(), 6U);
    EXPECT_EQ(some.counts().plans, 6U);
}

TEST(Exhaustive, AddsAndSubtractsCounts) {
    fake run({point_kind::message, point_kind::message});
    const fault_space space{of_kind(fault_kind::delay, {point_kind::message}, 2)};
    const search_counts one = run.search(space, 1);
    search_counts sum = run.search(space, 2);
    const std::uint64_t plans = sum.plans;
    const std::uint64_t offered = sum.kinds[static_cast<std::size_t>(fault_kind::delay)].offered;
    sum.add(one);
    EXPECT_EQ(sum.plans, plans + one.plans);
    sum.subtract(one);
    EXPECT_EQ(sum.plans, plans);
    EXPECT_EQ(sum.kinds[static_cast<std::size_t>(fault_kind::delay)].offered, offered);
}

// --- A real world: two payments, a message each way ---

struct ran {
    std::vector<sim::point> points;
    std::vector<injector::fate> fates;
    sim::trace_hash hash;
};

ran run_once(const fault_schedule& p) {
    injector against(p);
    against.keep_points();
    payments t(2, &against);
    const sim::run_result result = t.run();
    return {against.points(), {against.fates().begin(), against.fates().end()}, result.hash};
}

run_seen see(const fault_schedule& p) {
    const ran run = run_once(p);
    return {run.points, run.fates.empty() || run.fates.back() == injector::fate::fired,
            run.hash.low};
}

// All faults of the space at the points that a run met, in the order in which they would be
// injected.
fault_schedule faults_at(const std::vector<sim::point>& points, const fault_space& space) {
    fault_schedule all;
    for (const sim::point& p : points) {
        for (const kind_row& k : space) {
            for (const alternative& a : k.alternatives) {
                if (k.applies_to.has(p.kind)) {
                    all.emplace_back(p.id, a.fault);
                }
            }
        }
    }
    return all;
}

std::string text_of(const fault_schedule& p) {
    std::string text;
    for (const scheduled_fault& s : p) {
        text += fmt::format("{:x} {} {}; ", s.at, to_text(s.fault.kind), s.fault.span.count());
    }
    return text;
}

// Whether that run meets FIRST before SECOND, or lists them so at one point.
bool met_in_order(const ran& run, const fault_space& space, const scheduled_fault& first,
                  const scheduled_fault& second) {
    const fault_schedule order = faults_at(run.points, space);
    const auto from = std::find(order.begin(), order.end(), first);
    return from != order.end() && std::find(from + 1, order.end(), second) != order.end();
}

// Every plan of at most two faults that its own run meets in their order, the first not in vain:
// found by running each fault of the calm run with whatever may come together with it.
std::set<std::string> brute_force(const fault_space& space) {
    std::set<std::string> found{text_of({})};
    const fault_schedule calm = faults_at(run_once({}).points, space);
    for (const scheduled_fault& first : calm) {
        const ran alone = run_once({first});
        found.insert(text_of({first}));
        fault_schedule others = faults_at(alone.points, space);
        others.insert(others.end(), calm.begin(), calm.end());
        for (const scheduled_fault& second : others) {
            const bool in_order = met_in_order(run_once({first, second}), space, first, second);
            if (alone.fates.front() == injector::fate::fired && in_order) {
                found.insert(text_of({first, second}));
            }
        }
    }
    return found;
}

// The world's space, with two delays and two pauses, which can be chosen for one point together.
fault_space rich_space() {
    fault_space space = world_faults();
    add(space, {"40ms", fault_spec(fault_kind::delay, 40ms)});
    add(space, {"70ms", fault_spec(fault_kind::pause, 70ms)});
    return space;
}

class Space : public ::testing::TestWithParam<std::vector<fault_kind>> {
protected:
    fault_space space() const {
        fault_space some;
        for (const kind_row& k : rich_space()) {
            if (std::find(GetParam().begin(), GetParam().end(), k.number) != GetParam().end()) {
                some.push_back(k);
            }
        }
        return some;
    }
};

INSTANTIATE_TEST_SUITE_P(
    Exhaustive, Space,
    ::testing::Values(std::vector<fault_kind>{fault_kind::delay, fault_kind::silence,
                                              fault_kind::kill_after},
                      std::vector<fault_kind>{fault_kind::refuse, fault_kind::partition,
                                              fault_kind::power_off_before},
                      std::vector<fault_kind>{fault_kind::reset_within, fault_kind::pause,
                                              fault_kind::kill_before}));

TEST_P(Space, IsRunAsByBruteForce) {
    const fault_space space = this->space();
    std::vector<std::string> all;
    exhaustive search(space, 2, [&](const fault_schedule& p) {
        all.push_back(text_of(p));
        return see(p);
    });
    const std::size_t roots = search.roots();
    for (std::size_t root = 0; root < roots; ++root) {
        search.explore(root);
    }
    const std::set<std::string> once(all.begin(), all.end());
    EXPECT_EQ(once.size(), all.size()) << "each plan once";
    EXPECT_EQ(once, brute_force(space));
    EXPECT_EQ(search.counts().plans, all.size());
    EXPECT_GT(all.size(), 30U);
}

// Runs what the search leaves out: each plan with an idle fault in it and one more after that must
// be, event by event, the run of the plan without the idle one.
class idle_checker {
public:
    explicit idle_checker(const fault_space& space) : space_(space) {}

    run_seen run_once(const fault_schedule& p) {
        const run_seen seen = see(p);
        if (!seen.last_fired) {
            extend(p, seen.points);
        }
        return seen;
    }

    int extensions = 0;

private:
    void extend(const fault_schedule& idle, const std::vector<sim::point>& points) {
        const fault_schedule order = faults_at(points, space_);
        const auto last = std::find(order.begin(), order.end(), idle.back());
        ASSERT_NE(last, order.end());
        for (auto more = last + 1; more != order.end(); ++more) {
            fault_schedule with = idle;
            with.push_back(*more);
            fault_schedule without(idle.begin(), idle.end() - 1);
            without.push_back(*more);
            ++extensions;
            ASSERT_EQ(onceproof::faults::run_once(with).hash, hash_of(without)) << text_of(with);
        }
    }

    sim::trace_hash hash_of(const fault_schedule& p) {
        const auto [known, is_new] = hashes_.try_emplace(text_of(p));
        if (is_new) {
            known->second = onceproof::faults::run_once(p).hash;
        }
        return known->second;
    }

    const fault_space& space_;
    std::map<std::string, sim::trace_hash> hashes_;
};

TEST(Exhaustive, WhatItLeavesOutEqualsWhatItRuns) {
    const fault_space space = rich_space();
    idle_checker check(space);
    exhaustive search(space, 2, [&](const fault_schedule& p) { return check.run_once(p); });
    const std::size_t roots = search.roots();
    for (std::size_t root = 0; root < roots && !::testing::Test::HasFatalFailure(); ++root) {
        search.explore(root);
    }
    EXPECT_GT(search.counts().skipped, 50U);
    EXPECT_GT(check.extensions, 1000);
}

}  // namespace
}  // namespace onceproof::faults
