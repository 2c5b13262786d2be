// The injector of a world for one run: does what a plan lists and what a strategy adds, and keeps
// account of it.
//
//     faults::injector against(faults::schedule_of(plan));
//     sim::world w({.injector = &against});
//     against.watch(w);
//
// Offered, chosen, fired, mattered are four things: a fault is offered where a run meets a point
// that its kind can be injected, chosen if it is in the plan, fired if it found something to act on
// there, and it mattered if without it anybody had done something else; only another run can tell
// that.
#pragma once

#include "faults/plan.hpp"
#include "sim/fault_injector.hpp"
#include "sim/time/time.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace onceproof::sim {
class world;
}

namespace onceproof::faults {

// Chooses faults while a run goes on; one strategy each.
class strategy {
public:
    // Adds to OUT what goes wrong at WHERE.
    virtual void choose(const sim::point& where, sim::time_point now,
                        std::vector<fault_spec>& out) = 0;

protected:
    ~strategy() = default;
};

// When a run met a point.
struct point_visit {
    sim::time_point at;
    std::uint32_t events = 0;  // that the trace had by then
    std::uint64_t steps = 0;   // that the world had made, with the one that it was in
};

// See sim::fault_injector::saw_deadline.
struct deadline_seen {
    sim::time_point at;  // when it was set or asked for
    sim::name_index process;
    sim::clock_kind clock;
    sim::duration left;
};

class injector final : public sim::fault_injector {
public:
    explicit injector(fault_schedule planned, strategy* also = nullptr);

    // Needed by strategies, and to give names to points. Requires: w outlives its use.
    void watch(const sim::world& w) { world_ = &w; }

    // Remember each point that the run meets. Costs time and memory.
    void keep_points() { keeps_points_ = true; }

    // Be asked at points of files too.
    void ask_for_files() { asks_for_files_ = true; }

    // From now on nothing goes wrong any more.
    void calm() { calm_ = true; }

    // What became of each fault of the plan, in its order.
    enum class fate : std::uint8_t { unmet, met, fired };
    std::span<const fate> fates() const { return fates_; }

    // The points that the run has met until it became calm, in order, if they are kept.
    const std::vector<sim::point>& points() const { return points_; }
    // When: one for each of them, if a world is watched.
    const std::vector<point_visit>& visits() const { return visits_; }

    // Until it became calm, if points are kept.
    const std::vector<deadline_seen>& deadlines() const { return deadlines_; }

    // What the strategy added, in order.
    plan chosen() const;

    // --- For the world ---

    std::span<const sim::injection> at(const sim::point& where) override;
    bool wants_files() const override { return asks_for_files_; }
    void fired(sim::primitive what) override;
    void saw_deadline(sim::name_index who, sim::clock_kind by, sim::duration left) override;

private:
    struct choice {
        sim::point where;
        fault_spec fault;
    };

    fault_schedule planned_;
    strategy* also_;
    const sim::world* world_ = nullptr;
    bool keeps_points_ = false;
    bool asks_for_files_ = false;
    bool calm_ = false;
    std::uint64_t here_ = 0;  // the point that was asked about last
    std::vector<sim::injection> answer_;
    std::vector<fault_spec> added_;  // by the strategy, at that point
    std::vector<fate> fates_;
    std::vector<sim::point> points_;
    std::vector<point_visit> visits_;
    std::vector<deadline_seen> deadlines_;
    std::vector<choice> choices_;
};

}  // namespace onceproof::faults
