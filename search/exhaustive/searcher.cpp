// See searcher.hpp.
#include "search/exhaustive/searcher.hpp"

#include "faults/strategies/exhaustive.hpp"
#include "search/workers/worker.hpp"
#include "sim/hash.hpp"

#include <algorithm>
#include <utility>

namespace onceproof::search {
namespace {

constexpr std::size_t behaviours_max = 7000;
static_assert(behaviours_max * 8 + std::size_t{8} * 1024 < worker::outcome_bytes_max);

}  // namespace

searcher::searcher(const scenarios::scenario& s, const designs::implementation& by,
                   const exhaustive_options& options, shared_trial* announces)
    : scenario_(s),
      under_test_(by),
      space_(by.space()),
      options_(options),
      announces_(announces),
      runner_(s, by),
      pruner_(space_) {
    if (options_.faults_max) {
        of_moments_ = all_plans_for(s, by);
    }
    const bool names_moments = !of_moments_.plans.empty();
    own_ = names_moments ? of_moments_.plans : std::vector<faults::plan>{runner_.plan()};
    for (const faults::plan& own : own_) {
        for (const faults::planned_fault& f : own) {
            names_.emplace(sim::point_id(f.point), f.point);
        }
    }
}

outcome searcher::run(std::uint64_t part) {
    begin();
    if (part == 0 || search_ == nullptr) {
        begin_search();
        told_.roots = search_->roots();
    }
    if (part == 0) {
        run_what_it_is_about();
        return finish({}, 0);
    }
    begin();  // the first run belongs to part 0
    const faults::search_counts before = search_->counts();
    const std::uint64_t met_before = met();
    search_->explore((part - 1) * options_.part.count + options_.part.number - 1);
    return finish(before, met_before);
}

void searcher::begin() {
    told_ = {};
    broken_.clear();
}

void searcher::begin_search() {
    const auto run = [this](const faults::fault_schedule& plan) { return run_one(plan); };
    deadlines_ = nullptr;
    if (options_.faults_max) {
        search_ = std::make_unique<faults::exhaustive>(space_, *options_.faults_max, run);
    } else {
        auto search = std::make_unique<around_deadlines>(scenario_, space_, runner_, run);
        deadlines_ = search.get();
        search_ = std::move(search);
    }
}

// A search of deadlines has begun with the scenario's own plan.
void searcher::run_what_it_is_about() {
    for (const faults::plan& own : own_) {
        if (!own.empty() && deadlines_ == nullptr) {
            run_one(faults::schedule_of(own));
        }
    }
    told_.moment_plans = of_moments_.plans.size();
    told_.moment_plans_left_out = of_moments_.left_out;
}

faults::run_seen searcher::run_one(const faults::fault_schedule& plan) {
    runner_options options;
    options.keep_points = true;
    options.keep_trace = deadlines_ != nullptr;
    const bool is_extended = options_.faults_max && plan.size() < *options_.faults_max;
    options.pruner = is_extended && pruner_.has_work() ? &pruner_ : nullptr;
    if (announces_ != nullptr) {
        announce(plan);
    }
    const run_report r = runner_.run(plan, scenario_.work, options);
    if (announces_ != nullptr) {
        remember_names();
    }
    count(r);
    if (r.broke()) {
        keep(r, plan);
    }
    using fate = faults::injector::fate;
    const auto fates = runner_.injector().fates();
    return {runner_.injector().points(), fates.empty() || fates.back() == fate::fired, r.behaviour,
            options.pruner == nullptr ? std::vector<std::uint64_t>() : options.pruner->repeats()};
}

void searcher::count(const run_report& r) {
    told_.hash.high = sim::mix(told_.hash.high, r.hash.high);
    told_.hash.low = sim::mix(told_.hash.low, r.hash.low);
    for (std::size_t i = 0; i < told_.goals.size(); ++i) {
        told_.goals[i] += r.goals >> i & 1U;
    }
    told_.violating += r.broke() ? 1 : 0;
}

// The first that broke something.
void searcher::keep(const run_report& r, const faults::fault_schedule& plan) {
    if (!broken_.empty()) {
        return;
    }
    broken_ = broken_in(r);
    told_.plan = trial_of(plan, [this](std::uint64_t point) {
        const auto known = names_.find(point);
        return known == names_.end() ? runner_.name_of(point) : known->second;
    });
}

scenarios::trial searcher::trial_of(const faults::fault_schedule& plan,
                                    const name_function& name_of) const {
    scenarios::trial t(scenario_);
    t.under_test = under_test_;
    for (const faults::scheduled_fault& s : plan) {
        t.faults.emplace_back(name_of(s.at), s.fault);
    }
    return t;
}

// All points of a plan are the scenario's own, or were met by runs before it.
void searcher::announce(const faults::fault_schedule& plan) {
    announces_->write(trial_of(plan, [this](std::uint64_t point) { return names_.at(point); }));
}

void searcher::remember_names() {
    for (const sim::point& met : runner_.injector().points()) {
        names_.emplace(met.id, runner_.world().name(met));
    }
}

// BEFORE: what had been counted when the part began.
outcome searcher::finish(const faults::search_counts& before, std::uint64_t met_before) {
    told_.counts = search_->counts();
    told_.counts.subtract(before);
    told_.met = met() - met_before;
    told_.behaviours = search_->take_behaviours();
    told_.behaviours_cut = told_.behaviours.size() > behaviours_max;
    told_.behaviours.resize(std::min(told_.behaviours.size(), behaviours_max));
    return {std::move(broken_), std::move(told_)};
}

}  // namespace onceproof::search
