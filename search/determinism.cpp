// See determinism.hpp.
#include "search/determinism.hpp"

#include "sim/traps/traps.hpp"

#include <algorithm>
#include <utility>

namespace onceproof::search {

std::optional<divergence> check_determinism(const scenarios::trial& t) {
    divergence found{0,
                     std::make_unique<runner>(*t.base, t.under_test),
                     std::make_unique<runner>(*t.base, t.under_test),
                     {}};
    runner_options options;
    options.keep_trace = true;
    const sim::traps::mode before = sim::traps::set(sim::traps::mode::observe);
    found.first->run(t, options);
    found.second->run(t, options);
    sim::traps::set(before);
    found.sighting = sim::traps::take_sighting();

    const auto& a = found.first->world().events().records();
    const auto& b = found.second->world().events().records();
    const auto parted = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
    found.event = static_cast<std::size_t>(parted - a.begin());
    if (found.event == a.size() && a.size() == b.size() && found.sighting.empty()) {
        return std::nullopt;
    }
    return found;
}

}  // namespace onceproof::search
