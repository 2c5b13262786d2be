// See swarm.hpp.
#include "faults/strategies/swarm.hpp"

#include <array>

namespace onceproof::faults {
namespace {

using sim::draws;
using sim::duration;

constexpr std::array<sim::ratio, 4> rates{sim::ratio(1, 2), sim::ratio(1, 4), sim::ratio(1, 8),
                                          sim::ratio(1, 16)};

// A run has hundreds of operations on files: with the rates above, one of the first would always be
// the one that fails.
constexpr std::array<sim::ratio, 4> rates_at_files{sim::ratio(1, 16), sim::ratio(1, 64),
                                                   sim::ratio(1, 128), sim::ratio(1, 256)};

// Any time up to twice what the search over all plans would use.
duration vary(draws& d, duration usual) {
    return usual > duration::zero() ? d.between(duration(1), 2 * usual) : usual;
}

// Any change, from either end, or any subset.
sim::survival vary(draws& d, sim::survival usual) {
    if (usual.kept == sim::survivors::some) {
        usual.number = static_cast<std::int64_t>(d.below(1'000'000));
    } else if (takes_number(usual.kept)) {
        const auto number = static_cast<std::int64_t>(d.below(16)) + 1;
        usual.number = usual.number < 0 ? -number : number;
    }
    return usual;
}

}  // namespace

swarm::swarm(const fault_space& space, const swarm_options& options, std::uint64_t seed)
    : options_(options), seed_(seed) {
    for (const kind_row& k : space) {
        draws d(seed, "swarm", static_cast<std::uint64_t>(k.number));
        if (!d.chance(options.kind_is_on)) {
            continue;
        }
        const auto& usual = k.from == origin::world ? rates : rates_at_files;
        const sim::ratio rate = usual[d.below(usual.size())];
        const sim::time_point from(d.chance({1, 2}) ? duration::zero()
                                                    : d.between(duration::zero(), options.span));
        const sim::time_point until = from + d.between(options.span / 4, options.span);
        active_.push_back({&k, rate, from, until});
    }
}

void swarm::choose(const sim::point& where, sim::time_point now, std::vector<fault_spec>& out) {
    for (const active& a : active_) {
        if (chosen_ == options_.faults_max) {
            return;
        }
        if (!a.kind->applies_to.has(where.kind) || now < a.from || now >= a.until) {
            continue;
        }
        draws d(seed_, "fault", sim::mix(where.id, static_cast<std::uint64_t>(a.kind->number)));
        if (!d.chance(a.rate)) {
            continue;
        }
        fault_spec found = a.kind->alternatives[d.below(a.kind->alternatives.size())].fault;
        found.span = vary(d, found.span);
        if (found.restart) {
            found.restart = vary(d, *found.restart);
        }
        found.survives = vary(d, found.survives);
        out.push_back(found);
        ++chosen_;
    }
}

}  // namespace onceproof::faults
