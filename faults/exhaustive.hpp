// Plays every plan with at most K faults, each exactly once.
//
// A run meets points in an order. A plan is extended at the points that its own run met after its
// last fault, or at the same point with a later alternative. Until its last fault a run is that of
// the plan without it, so every plan has one order in which it is built, and is built in no other.
//
// A fault that found nothing to harm left the whole state of the run as it was, and so its run is
// that of the plan without it: that plan is played once, to learn this, and never extended, because
// each of its extensions equals one that is played without that fault. And of power cuts that leave
// the same files behind one is played (faults/foresight.hpp). No other plan is skipped: nobody can
// compare the frames of coroutines, so no other two states are known to be equal.
#pragma once

#include "faults/kind.hpp"
#include "faults/plan.hpp"
#include "sim/point.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace onceproof::faults {

// What the search must know of a run.
struct run_seen {
    std::vector<sim::point> points;  // all that it met while faults could strike, in order
    bool last_fired = true;          // the last fault of the plan; true of the empty plan
    std::uint64_t behaviour = 0;     // equal if everybody did the same in the same order

    // As foresight::repeats(); empty if nothing is known.
    std::vector<std::uint64_t> repeats{};
};

// What is counted for each kind of fault.
struct fault_counts {
    std::uint64_t offered = 0;   // a point of a run that it could strike, an alternative each
    std::uint64_t chosen = 0;    // plans that end with it
    std::uint64_t fired = 0;     // of these: it found something to harm
    std::uint64_t mattered = 0;  // of these: somebody did something else than without it
};

struct search_counts {
    std::uint64_t plans = 0;    // played
    std::uint64_t skipped = 0;  // played but not extended: their last fault changed nothing
    std::uint64_t repeats = 0;  // not played: their last fault leaves what that of another left
    std::array<fault_counts, sim::harms> kinds{};

    void add(const search_counts& more);
    void subtract(const search_counts& less);
};

class exhaustive {
public:
    using play_function = std::function<run_seen(const strikes&)>;

    // Requires: SPACE outlives this.
    exhaustive(const fault_space& space, std::size_t faults_max, play_function play);

    // The plans with one fault, in order: each begins a subtree, which is searched on its own.
    // Plays the calm run.
    std::size_t roots();

    // Plays the subtree of that root, itself included. Requires: roots() was called; it is one.
    void explore(std::size_t root);

    const search_counts& counts() const { return counts_; }

    // Different ones among all runs since they were taken last, sorted.
    std::vector<std::uint64_t> take_behaviours();

    // Stops the search, from within the play function: what is left is not played.
    void stop() { stopped_ = true; }

private:
    // An alternative at a point, by their positions.
    struct position {
        std::size_t point = 0;
        std::size_t alternative = 0;  // among all of the space
    };

    run_seen play();
    void extend(const run_seen& seen, position from);
    bool is_to_be_played(const run_seen& parent, position at);
    void play_child(const run_seen& parent, position at);

    struct choice {
        const kind* of;
        const sim::disturbance* what;
    };

    std::size_t faults_max_;
    play_function play_;
    std::vector<choice> choices_;  // all alternatives of all kinds
    strikes plan_;
    run_seen calm_;
    std::vector<position> roots_;
    search_counts counts_;
    std::vector<std::uint64_t> behaviours_;
    bool stopped_ = false;
};

}  // namespace onceproof::faults
