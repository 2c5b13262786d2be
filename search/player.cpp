// See player.hpp.
#include "search/player.hpp"

#include "faults/strategies/swarm.hpp"
#include "scenarios/environment.hpp"
#include "search/moments.hpp"
#include "sim/assert.hpp"
#include "sim/sqlite/storage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace onceproof::search {

// What is kept from run to run, and what belongs to the last run.
struct player::stage {
    scenarios::disks on{};
    std::optional<faults::swarm> swarm{};
    std::optional<faults::opponent> against{};
    std::optional<scenarios::environment> actors{};
    std::unique_ptr<sim::world> world{};
};

struct player::setting {
    std::optional<std::uint64_t> seed;  // none: nominal timing
    const scenarios::workload* work;
    faults::strikes plan;
    bool with_swarm;
    bool has_file_faults = false;  // of the plan
};

namespace {

bool is_effect_of(const model::seen_effect& e, const model::seen_intent& i) {
    return e.reference == i.reference && e.tenant == i.tenant && e.operation == i.operation;
}

// Without what the prober has done to see that work is still done.
void count_what_was_asked_for(const model::history& seen, run_report& in) {
    in.intents = seen.intents.size();
    in.effects = seen.effects.size();
    for (const model::seen_intent& i : seen.intents) {
        if (i.fresh) {
            --in.intents;
            in.effects -= static_cast<std::uint64_t>(std::ranges::count_if(
                seen.effects, [&](const auto& e) { return is_effect_of(e, i); }));
        }
    }
}

bool has_file_faults(const faults::plan& p) {
    return std::any_of(p.begin(), p.end(), [](const faults::fault& f) {
        return faults::kind_of_point(f.point) == sim::point_kind::file;
    });
}

}  // namespace

player::player(const scenarios::scenario& s, const designs::performer& by)
    : scenario_(s), by_(by), space_(by.space()), stage_(std::make_unique<stage>()) {}

player::~player() = default;

run_report player::play(std::uint64_t seed, const play_options& options) {
    const scenarios::workload work = work_of(seed);
    return run({seed, &work, faults::strikes_of(plan()), true, has_file_faults(plan())}, options);
}

const faults::plan& player::plan() {
    if (!plan_) {
        plan_ = plan_for(scenario_, by_);
    }
    return *plan_;
}

scenarios::workload player::work_of(std::uint64_t seed) const {
    return scenario_.work_of == nullptr ? scenario_.work : scenario_.work_of(seed);
}

run_report player::play(const scenarios::trial& t, const play_options& options) {
    ONCEPROOF_ASSERT(t.of == &scenario_ && t.by == by_, "another player's trial");
    return run({t.seed, &t.work, faults::strikes_of(t.faults), false, has_file_faults(t.faults)},
               options);
}

run_report player::play(const faults::strikes& plan, const scenarios::workload& work,
                        const play_options& options) {
    return run({std::nullopt, &work, plan, false}, options);
}

run_report player::run(setting how, const play_options& options) {
    stage& on = *stage_;
    const std::uint64_t seed = how.seed.value_or(0);
    on.world.reset();
    on.swarm.reset();
    if (how.with_swarm) {
        on.swarm.emplace(space_, scenario_.swarm, seed);
    }
    faults::chooser* const also =
        on.swarm ? static_cast<faults::chooser*>(&*on.swarm) : options.foresees;
    on.against.emplace(std::move(how.plan), also);
    on.actors.emplace(by_, on.on, *how.work);
    sim::limits bounds = options.bounds;
    bounds.events = std::min(bounds.events, options.pause_at);
    on.world = std::make_unique<sim::world>(
        sim::world_options{seed, bounds, options.keep_trace, &on.actors->watches(), &*on.against});
    on.against->watch(*on.world);
    if (options.foresees != nullptr) {
        options.foresees->begin(*on.world);
    }
    if (by_.disk_faults || how.has_file_faults) {
        on.against->ask_for_files();
    }
    if (options.keep_points) {
        on.against->keep_points();
    }
    on.actors->begin(*on.world, !how.seed);
    on.actors->set_to_work();
    const sim::run_result result = run_to_the_end(options);
    if (options.then_cut_power) {
        on.actors->cut_power();
    }
    on.actors->end();
    return report_on(seed, result);
}

// Chaos, then calm: while faults may strike; until all has come to rest; and the closing probes.
sim::run_result player::run_to_the_end(const play_options& options) {
    sim::world& w = *stage_->world;
    if (options.interfere) {
        while (w.steps() < options.interfere_after && w.step()) {
        }
        options.interfere(w);
    }
    sim::run_result result = w.run(sim::time_point(scenario_.faults_stop));
    const bool cut_short = result.how == sim::outcome::stopped;
    const std::vector<std::string_view> lost(scenario_.lost_for_good.begin(),
                                             scenario_.lost_for_good.end());
    if (cut_short || result.how == sim::outcome::quiescent) {
        stage_->against->calm();
        stage_->actors->heal(lost);
    }
    if (cut_short) {
        result = w.run(w.now() + scenario_.settles_within);
    }
    if (result.how == sim::outcome::quiescent) {
        stage_->actors->ask_again(lost);
        result = w.run();
    }
    return result;
}

run_report player::report_on(std::uint64_t seed, const sim::run_result& result) const {
    const scenarios::watcher& watched = stage_->actors->watches();
    run_report report;
    report.seed = seed;
    report.hash = result.hash;
    report.steps = result.steps;
    report.behaviour = watched.behaviour();
    report.trouble = watched.what_happened().crash;
    if (report.trouble.empty()) {
        report.trouble = stage_->actors->damage();
    }
    if (result.how == sim::outcome::stopped) {
        report.trouble = "liveness: the run has not come to rest after faults had stopped";
    } else if (result.how != sim::outcome::quiescent && result.how != sim::outcome::paused) {
        report.trouble = to_text(result.how);
    }
    model::judgement judged = model::judge(watched.seen(), *by_.as->promised);
    report.violations = std::move(judged.violations);
    report.not_judged = std::move(judged.not_judged);
    count_what_was_asked_for(watched.seen(), report);
    for (model::violation& v : report.violations) {
        if (is_liveness(v.broken)) {
            v.why += fmt::format(" ({})", watched.what_holds_up(v.intent));
        }
    }
    const scenarios::observed_run observed{watched.what_happened(), watched.seen(),
                                           *by_.as->promised, stage_->actors->work()};
    for (std::size_t i = 0; i < scenario_.must_reach.size(); ++i) {
        const bool reached = scenario_.must_reach[i].reached(observed);
        report.marks |= static_cast<std::uint64_t>(reached) << i;
    }
    return report;
}

const sim::world& player::world() const {
    return *stage_->world;
}

const model::history& player::seen() const {
    return stage_->actors->watches().seen();
}

std::vector<kept_database> player::databases() {
    std::vector<kept_database> all;
    for (const scenarios::environment::kept& k : stage_->actors->storages()) {
        all.push_back({k.host, k.what->file(), k.what->tables()});
    }
    return all;
}

scenarios::trial player::trial_of(std::uint64_t seed) {
    play(seed);
    scenarios::trial t(scenario_);
    t.by = by_;
    t.seed = seed;
    t.work = work_of(seed);
    t.faults = plan();
    for (faults::fault& f : against().chosen()) {
        t.faults.push_back(std::move(f));
    }
    return t;
}

const faults::opponent& player::against() const {
    return *stage_->against;
}

std::string player::name_of(std::uint64_t point) const {
    const auto& met = against().points();
    const auto found =
        std::find_if(met.begin(), met.end(), [&](const sim::point& p) { return p.id == point; });
    ONCEPROOF_ASSERT(found != met.end(), "the run has not met that point");
    return world().name(*found);
}

}  // namespace onceproof::search
