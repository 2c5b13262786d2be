// The search plays every plan of its space exactly once, and what it does not play changes nothing.
#include "faults/strategies/exhaustive.hpp"

#include "faults/opponent.hpp"
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
    run_seen play(const strikes& p) {
        played.push_back(p);
        const bool fires = p.empty() || p.back().what.what != idle;
        return {points, fires, fires && !p.empty() ? p.back().at : 0, repeats};
    }

    search_counts search(const fault_space& space, std::size_t faults_max) {
        exhaustive all(space, faults_max, [this](const strikes& p) { return play(p); });
        const std::size_t roots = all.roots();
        for (std::size_t root = 0; root < roots; ++root) {
            all.explore(root);
        }
        return all.counts();
    }

    std::vector<sim::point> points;
    harm idle = harm::none;
    std::vector<std::uint64_t> repeats;  // see run_seen
    std::vector<strikes> played;
};

using enum sim::point_kind;

kind of_kind(harm what, point_kinds at, std::size_t alternatives) {
    kind k = kind_of(what);
    k.strikes_at = at;
    k.alternatives.clear();
    for (std::size_t i = 1; i <= alternatives; ++i) {
        k.alternatives.emplace_back("", disturbance(what, sim::duration(i)));
    }
    return k;
}

std::uint64_t different(std::vector<strikes> all) {
    std::set<std::string> texts;
    for (strikes& p : all) {
        std::string text;
        for (const strike& s : p) {
            text += fmt::format("{} {} {};", s.at, to_text(s.what.what), s.what.span.count());
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
            const fault_space space{of_kind(harm::delay, {message}, alternatives)};
            const std::uint64_t faults = points * alternatives;
            const std::uint64_t by_hand[] = {1, 1 + faults, 1 + faults + over_two(faults)};
            for (std::size_t faults_max = 0; faults_max <= 2; ++faults_max) {
                fake run(std::vector<point_kind>(points, message));
                const search_counts counts = run.search(space, faults_max);
                const std::uint64_t expected = faults == 0 ? 1 : by_hand[faults_max];
                EXPECT_EQ(counts.plans, expected);
                EXPECT_EQ(run.played.size(), expected);
                EXPECT_EQ(different(run.played), expected);
                EXPECT_EQ(counts.skipped, 0U);
            }
        }
    }
}

// Two at one point are among them, in the order of the space; a fault twice at one point is not.
TEST(Exhaustive, PlaysTwoFaultsAtOnePoint) {
    fake run({message});
    run.search({of_kind(harm::delay, {message}, 2), of_kind(harm::silence, {message}, 1)}, 3);
    std::vector<std::string> texts;
    for (const strikes& p : run.played) {
        texts.emplace_back();
        for (const strike& s : p) {
            texts.back() += fmt::format("{}{} ", to_text(s.what.what), s.what.span.count());
        }
    }
    EXPECT_EQ(texts, (std::vector<std::string>{"", "delay1 ", "delay1 delay2 ",
                                               "delay1 delay2 silence1 ", "delay1 silence1 ",
                                               "delay2 ", "delay2 silence1 ", "silence1 "}));
}

TEST(Exhaustive, OffersAKindOnlyWhereItCanStrike) {
    fake run({connect, message, step, message});
    const fault_space space{of_kind(harm::delay, {connect, message, step}, 1),
                            of_kind(harm::refuse, {connect}, 2),
                            of_kind(harm::silence, {connect, message}, 1)};
    const search_counts counts = run.search(space, 2);
    const std::uint64_t faults = 4 + 2 + 3;
    EXPECT_EQ(counts.plans, 1 + faults + over_two(faults));
    const auto of = [&](harm h) { return counts.kinds[static_cast<std::size_t>(h)]; };
    EXPECT_EQ(of(harm::delay).offered, 4 * counts.plans);
    EXPECT_EQ(of(harm::refuse).offered, 2 * counts.plans);
    EXPECT_EQ(of(harm::silence).offered, 3 * counts.plans);
    EXPECT_EQ(of(harm::kill_after).offered, 0U);
    EXPECT_EQ(of(harm::delay).chosen + of(harm::refuse).chosen + of(harm::silence).chosen,
              counts.plans - 1);
    EXPECT_EQ(of(harm::refuse).fired, of(harm::refuse).chosen);
    for (const strikes& p : run.played) {
        for (const strike& s : p) {
            EXPECT_TRUE(s.what.what != harm::refuse || s.at == 1);
            EXPECT_TRUE(s.what.what != harm::silence || s.at != 3);
        }
    }
}

// Three messages, a delay and a silence that never fires. Of the 1 + 6 + 15 plans those that go on
// after an idle fault are not played: 5 of them begin with the silence at the 1st, 2nd or 3rd point
// (4 + 2 + 0 faults come after it).
TEST(Exhaustive, NeverExtendsAPlanWhoseLastFaultDidNotFire) {
    fake run({message, message, message});
    run.idle = harm::silence;
    const fault_space space{of_kind(harm::delay, {message}, 1),
                            of_kind(harm::silence, {message}, 1)};
    const search_counts counts = run.search(space, 2);
    EXPECT_EQ(counts.plans, 1U + 6 + 15 - (4 + 2));
    EXPECT_EQ(different(run.played), counts.plans);
    EXPECT_EQ(counts.skipped, 3U + (3 + 2 + 1)) << "alone, and after each delay";
    const fault_counts& silence = counts.kinds[static_cast<std::size_t>(harm::silence)];
    EXPECT_EQ(silence.chosen, counts.skipped);
    EXPECT_EQ(silence.fired, 0U);
    EXPECT_EQ(silence.mattered, 0U);
    for (const strikes& p : run.played) {
        EXPECT_TRUE(p.size() < 2 || p.front().what.what == harm::delay);
    }
}

// The fake run behaves as its last fault's point says: two delays at one point behave alike.
TEST(Exhaustive, CountsWhatMatteredByBehaviour) {
    fake run({message, message});
    const search_counts counts = run.search({of_kind(harm::delay, {message}, 2)}, 2);
    const fault_counts& delay = counts.kinds[static_cast<std::size_t>(harm::delay)];
    EXPECT_EQ(delay.chosen, 10U);
    EXPECT_EQ(delay.fired, 10U);
    EXPECT_EQ(delay.mattered, 10U - 2) << "the second at each point changes nothing";
}

// At the second of three points the second alternative leaves what was left before.
TEST(Exhaustive, LeavesOutWhatLeavesWhatAnotherLeft) {
    fake run({file, file, file});
    run.repeats = {0, 2, 0};
    const search_counts counts = run.search({of_kind(harm::power_cut, {file}, 2)}, 2);
    EXPECT_EQ(counts.plans, 1U + 5 + over_two(5)) << "as if it were not there";
    EXPECT_EQ(counts.repeats, 1U + 2 + 1) << "of the calm run, and after each fault before it";
    for (const strikes& p : run.played) {
        for (const strike& s : p) {
            EXPECT_FALSE(s.at == 2 && s.what.span == sim::duration(2));
        }
    }
}

TEST(Exhaustive, StopsWhenItIsTold) {
    fake run({message, message, message});
    const fault_space space{of_kind(harm::delay, {message}, 2)};
    exhaustive* search = nullptr;
    exhaustive some(space, 3, [&](const strikes& p) {
        if (run.played.size() == 5) {
            search->stop();
        }
        return run.play(p);
    });
    search = &some;
    some.roots();
    some.explore(0);
    EXPECT_EQ(run.played.size(), 6U);
    EXPECT_EQ(some.counts().plans, 6U);
}

TEST(Exhaustive, AddsAndSubtractsCounts) {
    fake run({message, message});
    const fault_space space{of_kind(harm::delay, {message}, 2)};
    const search_counts one = run.search(space, 1);
    search_counts sum = run.search(space, 2);
    const std::uint64_t plans = sum.plans;
    const std::uint64_t offered = sum.kinds[static_cast<std::size_t>(harm::delay)].offered;
    sum.add(one);
    EXPECT_EQ(sum.plans, plans + one.plans);
    sum.subtract(one);
    EXPECT_EQ(sum.plans, plans);
    EXPECT_EQ(sum.kinds[static_cast<std::size_t>(harm::delay)].offered, offered);
}

// --- A real world: two payments, a message each way ---

struct played {
    std::vector<sim::point> points;
    std::vector<opponent::fate> fates;
    sim::trace_hash hash;
};

played play(const strikes& p) {
    opponent against(p);
    against.keep_points();
    payments t(2, &against);
    const sim::run_result result = t.run();
    return {against.points(), {against.fates().begin(), against.fates().end()}, result.hash};
}

run_seen see(const strikes& p) {
    const played run = play(p);
    return {run.points, run.fates.empty() || run.fates.back() == opponent::fate::fired,
            run.hash.low};
}

// All faults of the space at the points that a run met, in the order in which they would strike.
strikes faults_at(const std::vector<sim::point>& points, const fault_space& space) {
    strikes all;
    for (const sim::point& p : points) {
        for (const kind& k : space) {
            for (const alternative& a : k.alternatives) {
                if (k.strikes_at.has(p.kind)) {
                    all.emplace_back(p.id, a.what);
                }
            }
        }
    }
    return all;
}

std::string text_of(const strikes& p) {
    std::string text;
    for (const strike& s : p) {
        text += fmt::format("{:x} {} {}; ", s.at, to_text(s.what.what), s.what.span.count());
    }
    return text;
}

// Whether that run meets FIRST before SECOND, or lists them so at one point.
bool met_in_order(const played& run, const fault_space& space, const strike& first,
                  const strike& second) {
    const strikes order = faults_at(run.points, space);
    const auto from = std::find(order.begin(), order.end(), first);
    return from != order.end() && std::find(from + 1, order.end(), second) != order.end();
}

// Every plan of at most two faults that its own run meets in their order, the first not in vain:
// found by playing each fault of the calm run with whatever may come together with it.
std::set<std::string> brute_force(const fault_space& space) {
    std::set<std::string> found{text_of({})};
    const strikes calm = faults_at(play({}).points, space);
    for (const strike& first : calm) {
        const played alone = play({first});
        found.insert(text_of({first}));
        strikes others = faults_at(alone.points, space);
        others.insert(others.end(), calm.begin(), calm.end());
        for (const strike& second : others) {
            const bool in_order = met_in_order(play({first, second}), space, first, second);
            if (alone.fates.front() == opponent::fate::fired && in_order) {
                found.insert(text_of({first, second}));
            }
        }
    }
    return found;
}

// The world's space, with two delays and two pauses, which can be chosen for one point together.
fault_space rich_space() {
    fault_space space = world_faults();
    add(space, {"40ms", disturbance(harm::delay, 40ms)});
    add(space, {"70ms", disturbance(harm::pause, 70ms)});
    return space;
}

class Space : public testing::TestWithParam<std::vector<harm>> {
protected:
    fault_space space() const {
        fault_space some;
        for (const kind& k : rich_space()) {
            if (std::find(GetParam().begin(), GetParam().end(), k.what) != GetParam().end()) {
                some.push_back(k);
            }
        }
        return some;
    }
};

INSTANTIATE_TEST_SUITE_P(
    Exhaustive, Space,
    testing::Values(std::vector<harm>{harm::delay, harm::silence, harm::kill_after},
                    std::vector<harm>{harm::refuse, harm::partition, harm::power_off_before},
                    std::vector<harm>{harm::reset_within, harm::pause, harm::kill_before}));

TEST_P(Space, IsPlayedAsByBruteForce) {
    const fault_space space = this->space();
    std::vector<std::string> all;
    exhaustive search(space, 2, [&](const strikes& p) {
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

// Plays what the search leaves out: each plan with an idle fault in it and one more after that must
// be, event by event, the run of the plan without the idle one.
class idle_checker {
public:
    explicit idle_checker(const fault_space& space) : space_(space) {}

    run_seen play(const strikes& p) {
        const run_seen seen = see(p);
        if (!seen.last_fired) {
            extend(p, seen.points);
        }
        return seen;
    }

    int extensions = 0;

private:
    void extend(const strikes& idle, const std::vector<sim::point>& points) {
        const strikes order = faults_at(points, space_);
        const auto last = std::find(order.begin(), order.end(), idle.back());
        ASSERT_NE(last, order.end());
        for (auto more = last + 1; more != order.end(); ++more) {
            strikes with = idle;
            with.push_back(*more);
            strikes without(idle.begin(), idle.end() - 1);
            without.push_back(*more);
            ++extensions;
            ASSERT_EQ(onceproof::faults::play(with).hash, hash_of(without)) << text_of(with);
        }
    }

    sim::trace_hash hash_of(const strikes& p) {
        const auto [known, is_new] = hashes_.try_emplace(text_of(p));
        if (is_new) {
            known->second = onceproof::faults::play(p).hash;
        }
        return known->second;
    }

    const fault_space& space_;
    std::map<std::string, sim::trace_hash> hashes_;
};

TEST(Exhaustive, WhatItLeavesOutEqualsWhatItPlays) {
    const fault_space space = rich_space();
    idle_checker check(space);
    exhaustive search(space, 2, [&](const strikes& p) { return check.play(p); });
    const std::size_t roots = search.roots();
    for (std::size_t root = 0; root < roots && !testing::Test::HasFatalFailure(); ++root) {
        search.explore(root);
    }
    EXPECT_GT(search.counts().skipped, 50U);
    EXPECT_GT(check.extensions, 1000);
}

}  // namespace
}  // namespace onceproof::faults
