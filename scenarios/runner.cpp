// See runner.hpp.
#include "scenarios/runner.hpp"

#include "sim/traps.hpp"

#include <algorithm>
#include <utility>

namespace onceproof::scenarios {

played_run::played_run(const scenario& s, const run_options& options)
    : player_(std::make_unique<faults::plan_player>(s.plan)),
      world_(std::make_unique<sim::world>(
          sim::world_options{options.seed, options.bounds, options.keep_trace, player_.get()})) {
    s.build(*world_);
}

std::optional<divergence> check_determinism(const scenario& s, run_options options) {
    options.keep_trace = true;
    const sim::traps::mode before = sim::traps::set(sim::traps::mode::observe);
    played_run first(s, options);
    played_run second(s, options);
    first.play();
    second.play();
    sim::traps::set(before);

    const auto& a = first.world().events().records();
    const auto& b = second.world().events().records();
    const auto parted = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
    const auto event = static_cast<std::size_t>(parted - a.begin());
    std::string sighting = sim::traps::take_sighting();
    if (event == a.size() && a.size() == b.size() && sighting.empty()) {
        return std::nullopt;
    }
    return divergence{event, std::move(first), std::move(second), std::move(sighting)};
}

}  // namespace onceproof::scenarios
