// See player.hpp.
#include "scenarios/player.hpp"

#include "faults/noise.hpp"
#include "scenarios/charge_world.hpp"
#include "sim/storage.hpp"

#include <array>
#include <optional>

namespace onceproof::scenarios {

std::string_view to_text(verdict v) {
    constexpr std::array<std::string_view, 3> names{"held", "violated", "inconclusive"};
    return names[static_cast<std::size_t>(v)];
}

// What is kept from run to run, and what belongs to the last run.
struct player::stage {
    explicit stage(const cast& c) : who(c) {}

    cast who;
    sim::storage disk{"charges.db", model::charge_schema};
    std::optional<faults::seeded_player> opponent;
    std::optional<charge_world> actors;
    std::unique_ptr<sim::world> world;
};

player::player(const scenario& s, const cast& who)
    : scenario_(s), stage_(std::make_unique<stage>(who)) {}

player::~player() = default;

run_report player::play(std::uint64_t seed, const play_options& options) {
    stage& on = *stage_;
    on.world.reset();
    on.opponent.emplace(scenario_.plan, scenario_.noise, seed);
    on.actors.emplace(on.who);
    on.world = std::make_unique<sim::world>(
        sim::world_options{seed, options.bounds, options.keep_trace, &*on.actors, &*on.opponent});
    on.opponent->name_points_with(*on.world);
    on.actors->begin(*on.world, on.disk);
    scenario_.actors(*on.actors);

    if (options.interfere) {
        while (on.world->steps() < options.interfere_after && on.world->step()) {
        }
        options.interfere(*on.world);
    }
    sim::run_result result = on.world->run();
    if (result.how == sim::outcome::quiescent) {
        on.opponent->calm();
        on.actors->heal_and_probe();
        result = on.world->run();
    }
    on.disk.end_run();
    on.actors->read_effects(on.disk);
    return report_on(seed, result);
}

run_report player::report_on(std::uint64_t seed, const sim::run_result& result) const {
    run_report report;
    report.seed = seed;
    report.hash = result.hash;
    report.steps = result.steps;
    report.trouble = stage_->actors->what_happened().crash;
    if (result.how != sim::outcome::quiescent) {
        report.trouble = to_text(result.how);
    }
    report.violations = model::judge(stage_->actors->seen());
    for (std::size_t i = 0; i < scenario_.must_reach.size(); ++i) {
        const bool reached = scenario_.must_reach[i].reached(*stage_->actors);
        report.marks |= static_cast<std::uint64_t>(reached) << i;
    }
    return report;
}

const sim::world& player::world() const {
    return *stage_->world;
}

faults::plan player::faults() const {
    return stage_->opponent->chosen();
}

std::vector<std::string> player::unmet() const {
    return stage_->opponent->unmet();
}

}  // namespace onceproof::scenarios
