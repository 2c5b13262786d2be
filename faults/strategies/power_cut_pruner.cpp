// See power_cut_pruner.hpp.
#include "faults/strategies/power_cut_pruner.hpp"

#include "sim/assert.hpp"
#include "sim/hash.hpp"
#include "sim/world.hpp"

namespace onceproof::faults {

power_cut_pruner::power_cut_pruner(const fault_space& space) {
    std::size_t alternatives = 0;
    for (const kind_row& k : space) {
        const bool cuts_power_at_files = k.injects.kind == sim::primitive::power_off &&
                                         k.injects.when == sim::timing::before &&
                                         k.applies_to.has(sim::point_kind::file);
        for (const alternative& a : k.alternatives) {
            if (cuts_power_at_files) {
                cuts_.push_back({alternatives, &a.fault});
            }
            ++alternatives;
        }
    }
    ONCEPROOF_ASSERT(alternatives <= 64, "an alternative has a bit");
}

void power_cut_pruner::begin(const sim::world& w) {
    world_ = &w;
    calls_ = 0;
    left_.clear();
    repeats_.clear();
}

void power_cut_pruner::choose(const sim::point& where, sim::time_point, std::vector<fault_spec>&) {
    if (where.kind == sim::point_kind::file) {
        repeats_.push_back(repeats_at(where));
    } else {
        ++calls_;
        repeats_.push_back(0);
    }
}

std::uint64_t power_cut_pruner::repeats_at(const sim::point& where) {
    // What the world has seen so far counts, for a fault at an earlier point of the call may last.
    std::uint64_t here = sim::mix(world_->steps(), world_->events().size());
    here = sim::mix(sim::mix(here, calls_), where.where.actor);
    std::uint64_t repeats = 0;
    for (const cut& c : cuts_) {
        std::uint64_t left =
            sim::mix(here, world_->left_on_disk(where.where.actor, c.fault->survives));
        left = sim::mix(
            left, static_cast<std::uint64_t>(c.fault->restart.value_or(-sim::duration(1)).count()));
        if (!left_.insert(left).second) {
            repeats |= std::uint64_t{1} << c.alternative;
        }
    }
    return repeats;
}

}  // namespace onceproof::faults
