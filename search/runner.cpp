// See runner.hpp.
#include "search/runner.hpp"

#include "faults/strategies/swarm.hpp"
#include "scenarios/environment.hpp"
#include "search/moments/moments.hpp"
#include "sim/assert.hpp"
#include "sim/sqlite/storage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace onceproof::search {

// What is kept from run to run, and what belongs to the last run.
struct runner::run_state {
    scenarios::disks on{};
    std::optional<faults::swarm> swarm{};
    std::optional<faults::injector> against{};
    std::optional<scenarios::environment> actors{};
    std::unique_ptr<sim::world> world{};
};

struct runner::input {
    std::optional<std::uint64_t> seed;  // none: nominal timing
    const scenarios::workload* work;
    faults::fault_schedule plan;
    bool with_swarm;
    bool has_file_faults = false;  // of the plan
};

namespace {

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
    return std::any_of(p.begin(), p.end(), [](const faults::planned_fault& f) {
        return faults::kind_of_point(f.point) == sim::point_kind::file;
    });
}

}  // namespace

runner::runner(const scenarios::scenario& s, const designs::implementation& by)
    : scenario_(s), under_test_(by), space_(by.space()), state_(std::make_unique<run_state>()) {}

runner::~runner() = default;

run_report runner::run(std::uint64_t seed, const runner_options& options) {
    const scenarios::workload work = work_of(seed);
    return run_input({seed, &work, faults::schedule_of(plan()), true, has_file_faults(plan())},
                     options);
}

const faults::plan& runner::plan() {
    if (!plan_) {
        plan_ = plan_for(scenario_, under_test_);
    }
    return *plan_;
}

scenarios::workload runner::work_of(std::uint64_t seed) const {
    return scenario_.work_of == nullptr ? scenario_.work : scenario_.work_of(seed);
}

run_report runner::run(const scenarios::trial& t, const runner_options& options) {
    ONCEPROOF_ASSERT(t.base == &scenario_ && t.under_test == under_test_, "another runner's trial");
    return run_input(
        {t.seed, &t.work, faults::schedule_of(t.faults), false, has_file_faults(t.faults)},
        options);
}

run_report runner::run(const faults::fault_schedule& plan, const scenarios::workload& work,
                       const runner_options& options) {
    return run_input({std::nullopt, &work, plan, false}, options);
}

run_report runner::run_input(input how, const runner_options& options) {
    run_state& on = *state_;
    const std::uint64_t seed = how.seed.value_or(0);
    on.world.reset();
    on.swarm.reset();
    if (how.with_swarm) {
        on.swarm.emplace(space_, scenario_.swarm, seed);
    }
    faults::strategy* const also =
        on.swarm ? static_cast<faults::strategy*>(&*on.swarm) : options.pruner;
    on.against.emplace(std::move(how.plan), also);
    on.actors.emplace(under_test_, on.on, *how.work);
    sim::limits bounds = options.bounds;
    bounds.events = std::min(bounds.events, options.pause_at);
    on.world = std::make_unique<sim::world>(
        sim::world_options{seed, bounds, options.keep_trace, &on.actors->watches(), &*on.against});
    on.against->watch(*on.world);
    if (options.pruner != nullptr) {
        options.pruner->begin(*on.world);
    }
    if (under_test_.disk_faults || how.has_file_faults) {
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

// Chaos, then calm: while faults may be injected; until all has come to rest; and the closing
// probes.
sim::run_result runner::run_to_the_end(const runner_options& options) {
    sim::world& w = *state_->world;
    if (options.interfere) {
        while (w.steps() < options.interfere_after && w.step()) {
        }
        options.interfere(w);
    }
    sim::run_result result = w.run(sim::time_point(scenario_.faults_stop));
    const bool cut_short = result.end == sim::run_end::stopped;
    const std::vector<std::string_view> lost(scenario_.lost_for_good.begin(),
                                             scenario_.lost_for_good.end());
    if (cut_short || result.end == sim::run_end::quiescent) {
        state_->against->calm();
        state_->actors->heal(lost);
    }
    if (cut_short) {
        result = w.run(w.now() + scenario_.settles_within);
    }
    if (result.end == sim::run_end::quiescent) {
        state_->actors->ask_again(lost);
        result = w.run();
    }
    return result;
}

run_report runner::report_on(std::uint64_t seed, const sim::run_result& result) const {
    const scenarios::watcher& watched = state_->actors->watches();
    run_report report;
    report.seed = seed;
    report.hash = result.hash;
    report.steps = result.steps;
    report.behaviour = watched.behaviour();
    report.failure = watched.facts().crash;
    if (report.failure.empty()) {
        report.failure = state_->actors->damage();
    }
    if (result.end == sim::run_end::stopped) {
        report.failure = "liveness: the run has not come to rest after faults had stopped";
    } else if (result.end != sim::run_end::quiescent && result.end != sim::run_end::paused) {
        report.failure = to_text(result.end);
    }
    model::judgement judged = model::judge(watched.seen(), *under_test_.design->promised);
    report.violations = std::move(judged.violations);
    report.not_judged = std::move(judged.not_judged);
    count_what_was_asked_for(watched.seen(), report);
    for (model::violation& v : report.violations) {
        if (is_liveness(v.broken)) {
            v.why += fmt::format(" ({})", watched.what_holds_up(v.intent));
        }
    }
    const scenarios::observed_run observed{watched.facts(), watched.seen(),
                                           *under_test_.design->promised, state_->actors->work()};
    for (std::size_t i = 0; i < scenario_.must_reach.size(); ++i) {
        const bool reached = scenario_.must_reach[i].reached(observed);
        report.goals |= static_cast<std::uint64_t>(reached) << i;
    }
    return report;
}

const sim::world& runner::world() const {
    return *state_->world;
}

const model::history& runner::seen() const {
    return state_->actors->watches().seen();
}

std::vector<kept_database> runner::databases() {
    std::vector<kept_database> all;
    for (const scenarios::environment::kept& k : state_->actors->storages()) {
        all.push_back({k.host, k.storage->file(), k.storage->tables()});
    }
    return all;
}

scenarios::trial runner::trial_of(std::uint64_t seed) {
    run(seed);
    scenarios::trial t(scenario_);
    t.under_test = under_test_;
    t.seed = seed;
    t.work = work_of(seed);
    t.faults = plan();
    for (faults::planned_fault& f : injector().chosen()) {
        t.faults.push_back(std::move(f));
    }
    return t;
}

const faults::injector& runner::injector() const {
    return *state_->against;
}

std::string runner::name_of(std::uint64_t point) const {
    const auto& met = injector().points();
    const auto found =
        std::find_if(met.begin(), met.end(), [&](const sim::point& p) { return p.id == point; });
    ONCEPROOF_ASSERT(found != met.end(), "the run has not met that point");
    return world().name(*found);
}

}  // namespace onceproof::search
