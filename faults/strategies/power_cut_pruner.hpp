// Which power cuts leave what another has left: seen while a run goes on, so that a search runs
// only the first of those that do.
//
// SQLite does what it is asked in one step of the world, and meets point after point in that:
// nobody else acts meanwhile, and nothing is sent. If the power goes at one of them, all processes
// of the host die, and of what they knew nothing is left but the files. So two power cuts within
// one call of SQLite, or two ways in which one cut may leave what was not synced, are the same if
// the files are. Two things aside: the number in the name of a later point of the same place
// (`#2`), and which random bits SQLite takes next to mark a journal as its own.
#pragma once

#include "faults/injector.hpp"
#include "faults/kind.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace onceproof::faults {

class power_cut_pruner final : public strategy {
public:
    // Requires: SPACE has at most 64 alternatives, and outlives this.
    explicit power_cut_pruner(const fault_space& space);

    // Whether there are any power cuts in the space.
    bool has_work() const { return !cuts_.empty(); }

    // A run begins. Requires: w outlives it.
    void begin(const sim::world& w);

    // Adds nothing.
    void choose(const sim::point& where, sim::time_point now,
                std::vector<fault_spec>& out) override;

    // For each point of the run, in order: bit i is set if the alternative i of the space, counted
    // over all kinds, would leave there what an earlier one would have left.
    const std::vector<std::uint64_t>& repeats() const { return repeats_; }

private:
    struct cut {
        std::size_t alternative;
        const fault_spec* fault;
    };

    std::uint64_t repeats_at(const sim::point& where);

    std::vector<cut> cuts_;
    const sim::world* world_ = nullptr;
    std::uint64_t calls_ = 0;  // points that are not of files: there is one before each call
    std::set<std::uint64_t> left_;
    std::vector<std::uint64_t> repeats_;
};

}  // namespace onceproof::faults
