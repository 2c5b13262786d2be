// What a seed chooses is bounded, of the space it was given, and drawn for each point alone.
#include "faults/strategies/swarm.hpp"

#include "faults/payments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace onceproof::faults {
namespace {

using sim::point_kind;
using namespace std::chrono_literals;

struct choice {
    sim::point where;
    sim::time_point when;
    fault_spec fault;

    friend bool operator==(const choice& a, const choice& b) {
        return a.where.id == b.where.id && a.when == b.when && a.fault == b.fault;
    }
};

swarm_options many(std::uint32_t faults_max = 1'000'000) {
    swarm_options options;
    options.faults_max = faults_max;
    return options;
}

// What a seed chooses at a point of each kind in each 10 ms, for 6 seconds.
std::vector<choice> choices(const fault_space& space, const swarm_options& options,
                            std::uint64_t seed) {
    swarm s(space, options, seed);
    std::vector<choice> all;
    std::uint64_t id = 0;
    for (sim::time_point now{}; now < sim::time_point(6s); now += 10ms) {
        for (const point_kind k :
             {point_kind::connect, point_kind::message, point_kind::step, point_kind::service}) {
            const sim::point where{sim::scramble(++id), k, 0, sim::place(0, 0, "step"), 1};
            std::vector<fault_spec> here;
            s.choose(where, now, here);
            for (const fault_spec& d : here) {
                all.push_back({where, now, d});
            }
        }
    }
    return all;
}

std::set<fault_kind> kinds_of(const std::vector<choice>& all) {
    std::set<fault_kind> kinds;
    for (const choice& c : all) {
        kinds.insert(c.fault.kind);
    }
    return kinds;
}

TEST(Swarm, DependsOnTheSeedAlone) {
    const fault_space space = world_faults();
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        EXPECT_EQ(choices(space, many(), seed), choices(space, many(), seed));
        EXPECT_NE(choices(space, many(), seed), choices(space, many(), seed + 1));
    }
}

TEST(Swarm, LeavesKindsOutAndADifferentFewInEachSeed) {
    const fault_space space = world_faults();
    std::set<std::set<fault_kind>> sets;
    std::map<fault_kind, int> seeds_with;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const std::set<fault_kind> kinds = kinds_of(choices(space, many(), seed));
        sets.insert(kinds);
        for (const fault_kind h : kinds) {
            ++seeds_with[h];
        }
    }
    EXPECT_GT(sets.size(), 150U);
    for (const kind_row& k : space) {
        EXPECT_GT(seeds_with[k.number], 200 / 3 - 30) << k.name();
        EXPECT_LT(seeds_with[k.number], 200 / 3 + 30) << k.name();
    }
}

TEST(Swarm, StopsAtItsBound) {
    const fault_space space = world_faults();
    for (const std::uint32_t most : {0U, 1U, 2U, 7U}) {
        std::size_t reached = 0;
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            const std::vector<choice> all = choices(space, many(most), seed);
            EXPECT_LE(all.size(), most);
            reached += all.size() == most ? 1 : 0;
        }
        EXPECT_GT(reached, 40U) << most;
    }
}

// Each kind is injected for as long as the span at most, and begins within it.
TEST(Swarm, IsInjectedWithinItsSpanOnly) {
    const fault_space space = world_faults();
    swarm_options options = many();
    options.kind_is_on = {1, 1};
    for (const sim::duration span : {400ms, 2000ms}) {
        options.span = span;
        std::size_t late = 0;
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            std::map<fault_kind, std::pair<sim::time_point, sim::time_point>> first_and_last;
            for (const choice& c : choices(space, options, seed)) {
                first_and_last.try_emplace(c.fault.kind, c.when, c.when).first->second.second =
                    c.when;
                late += c.when >= sim::time_point(span / 2) ? 1 : 0;
            }
            for (const auto& [what, times] : first_and_last) {
                EXPECT_LE(times.second - times.first, span) << to_text(what);
                EXPECT_LT(times.second, sim::time_point(2 * span)) << to_text(what);
            }
        }
        EXPECT_GT(late, 0U) << "not in the beginning alone";
    }
}

TEST(Swarm, ChoosesFromItsSpaceOnly) {
    const fault_space space =
        only(world_faults(), {fault_kind::silence, fault_kind::refuse, fault_kind::delay,
                              fault_kind::kill_after, fault_kind::clock_jump});
    swarm_options options = many();
    options.kind_is_on = {1, 1};
    std::set<fault_kind> seen;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        for (const choice& c : choices(space, options, seed)) {
            const kind_row* const k = find(space, c.fault.kind);
            ASSERT_NE(k, nullptr) << to_text(c.fault.kind);
            seen.insert(k->number);
            EXPECT_TRUE(k->applies_to.has(c.where.kind)) << k->name();
            const fault_spec& usual = k->alternatives.front().fault;
            EXPECT_LE(c.fault.span, 2 * usual.span);
            EXPECT_EQ(c.fault.span != sim::duration::zero(), usual.span != sim::duration::zero());
            EXPECT_EQ(c.fault.restart.has_value(), usual.restart.has_value());
            if (usual.restart) {
                EXPECT_GT(*c.fault.restart, 0ms);
                EXPECT_LE(*c.fault.restart, 2 * *usual.restart);
            }
        }
    }
    EXPECT_EQ(seen.size(), space.size());
}

// --- In a world ---

using numbers = std::map<std::string, std::vector<std::uint64_t>>;

struct seen {
    numbers drawn;  // in the world, in each payment
    plan chosen;
};

seen pay_under(const plan& p, strategy* also) {
    injector against(schedule_of(p), also);
    payments t(20, &against);
    against.watch(t.w);
    t.run();
    seen s{{}, against.chosen()};
    for (const sim::trace_event& r : t.w.events().records()) {
        if (r.kind == sim::event_kind::note && r.word == "answered") {
            s.drawn[t.w.activities().name(r.activity)].push_back(r.a);
        }
    }
    return s;
}

// Both draw the same where both draw at all.
void expect_agreement(const numbers& one, const numbers& other) {
    for (const auto& [payment, all] : one) {
        const auto found = other.find(payment);
        if (found != other.end()) {
            const std::size_t both = std::min(all.size(), found->second.size());
            EXPECT_TRUE(std::equal(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(both),
                                   found->second.begin()))
                << payment;
        }
    }
}

TEST(Swarm, AFaultOfThePlanLeavesAllOtherDrawsAsTheyWere) {
    const fault_space space =
        only(world_faults(), {fault_kind::delay, fault_kind::trickle, fault_kind::overtaken});
    swarm_options options = many();
    options.kind_is_on = {1, 1};
    options.span = 1h;  // so that what the fault delays is not too late for the swarm
    std::size_t chosen = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        swarm alone(space, options, seed);
        const seen without = pay_under({}, &alone);
        ASSERT_EQ(without.drawn.size(), 20U);
        chosen += without.chosen.size();
        for (const char* point :
             {"intent-1/client>server/request", "intent-9/client>server/response"}) {
            swarm again(space, options, seed);
            const seen with = pay_under({{point, fault_spec(fault_kind::delay, 3ms)}}, &again);
            EXPECT_EQ(with.drawn, without.drawn);
            EXPECT_EQ(with.chosen, without.chosen);
        }
    }
    EXPECT_GT(chosen, 500U);
}

TEST(Swarm, WhatItChoseIsAPlanThatCanLoseAnyOfItsFaults) {
    const fault_space space = world_faults();
    std::size_t compared = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        swarm chooses(space, many(10), seed);
        const seen first = pay_under({}, &chooses);
        EXPECT_EQ(pay_under(first.chosen, nullptr).drawn, first.drawn) << seed;
        for (std::size_t i = 0; i < first.chosen.size(); ++i) {
            plan fewer = first.chosen;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            expect_agreement(first.drawn, pay_under(fewer, nullptr).drawn);
            ++compared;
        }
    }
    EXPECT_GT(compared, 100U);
}

}  // namespace
}  // namespace onceproof::faults
