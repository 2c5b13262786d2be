// What searches have in common that run all plans of a kind: they are cut into subtrees, and count
// what they run.
#pragma once

#include "faults/fault_spec.hpp"
#include "faults/plan.hpp"
#include "sim/trace/point.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace onceproof::faults {

// What a search must know of a run.
struct run_seen {
    std::vector<sim::point> points;  // all that it met while faults could be injected, in order
    bool last_fired = true;          // the last fault of the plan; true of the empty plan
    std::uint64_t behaviour = 0;     // equal if everybody did the same in the same order

    // As power_cut_pruner::repeats(); empty if nothing is known.
    std::vector<std::uint64_t> repeats{};
};

// What is counted for each kind of fault.
struct fault_counts {
    std::uint64_t offered = 0;   // a point of a run where it could be injected, an alternative each
    std::uint64_t chosen = 0;    // plans that end with it
    std::uint64_t fired = 0;     // of these: it found something to act on
    std::uint64_t mattered = 0;  // of these: somebody did something else than without it

    friend bool operator==(const fault_counts&, const fault_counts&) = default;
};

struct search_counts {
    std::uint64_t plans = 0;    // run
    std::uint64_t skipped = 0;  // run but not extended: their last fault changed nothing
    std::uint64_t repeats = 0;  // not run: their last fault leaves what that of another left
    std::array<fault_counts, fault_kinds_max> kinds{};  // by number

    void add(const search_counts& more);
    void subtract(const search_counts& less);

    friend bool operator==(const search_counts&, const search_counts&) = default;
};

class plan_search {
public:
    using run_function = std::function<run_seen(const fault_schedule&)>;

    plan_search(const plan_search&) = delete;
    plan_search& operator=(const plan_search&) = delete;
    virtual ~plan_search() = default;

    // Runs the run that all others are changes of. How many subtrees there are.
    virtual std::size_t roots() = 0;

    // Runs that subtree, its root included. Requires: roots() was called; it is one.
    virtual void explore(std::size_t root) = 0;

    const search_counts& counts() const { return counts_; }

    // Different ones among all runs since they were taken last, sorted.
    std::vector<std::uint64_t> take_behaviours();

    // Stops the search, from within the run function: what is left is not run.
    void stop() { stopped_ = true; }

protected:
    explicit plan_search(run_function run) : run_(std::move(run)) {}

    run_seen run(const fault_schedule& plan);
    void count_offer(fault_kind what) { ++count_of(what).offered; }
    // The last fault of the plan that was run, a WHAT; without it its run behaves so.
    void count_last(fault_kind what, const run_seen& seen, std::uint64_t behaviour_without);
    void count_repeat() { ++counts_.repeats; }
    bool stopped() const { return stopped_; }

private:
    fault_counts& count_of(fault_kind what) {
        return counts_.kinds[static_cast<std::size_t>(what)];
    }

    run_function run_;
    search_counts counts_;
    std::vector<std::uint64_t> behaviours_;
    bool stopped_ = false;
};

}  // namespace onceproof::faults
