// See proof.hpp. A job of the campaign is an implementation: a mutant is one job, an intact subject
// as many as spread its runs over the workers.
#include "search/proof/proof.hpp"

#include "scenarios/scenario.hpp"
#include "search/proof/intact_baseline.hpp"
#include "search/runner.hpp"
#include "search/shrink.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

namespace onceproof::search {
namespace {

// Of an intact subject, how many runs are one part.
constexpr std::uint64_t runs_of_part = 500;

// How hard a mutant's counterexample is made small.
constexpr std::uint64_t shrink_runs_max = 4000;

// All implementations, each once, mutants first.
std::vector<designs::implementation> implementations_of(
    const std::vector<const designs::subject*>& which,
    const std::vector<const designs::mutant*>& mutants) {
    std::vector<designs::implementation> all;
    for (const designs::mutant* m : mutants) {
        all.emplace_back(*m);
    }
    for (const designs::subject* s : which) {
        if (s->exactly_once) {
            all.emplace_back(*s);
        }
    }
    return all;
}

std::vector<prove_part> parts_of(const std::vector<designs::implementation>& all,
                                 std::uint64_t runs_max) {
    std::vector<prove_part> parts;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].lacks != nullptr) {
            parts.push_back({i, 0, runs_max});
            continue;
        }
        for (std::uint64_t first = 0; first < runs_max; first += runs_of_part) {
            parts.push_back({i, first, std::min(first + runs_of_part, runs_max)});
        }
    }
    return parts;
}

std::vector<const scenarios::scenario*> scenarios_for(const designs::subject& s) {
    std::vector<const scenarios::scenario*> some;
    for (const scenarios::scenario& one : scenarios::all()) {
        if (one.suits(s)) {
            some.push_back(&one);
        }
    }
    return some;
}

// Runs one part, up to the first run that breaks something.
class search_of_part {
public:
    search_of_part(const prove_part& p, const designs::implementation& by, bool shrinks)
        : part_(p), under_test_(by), shrinks_(shrinks) {
        for (const scenarios::scenario* s : scenarios_for(*by.design)) {
            scenarios_.emplace_back(s);
        }
    }

    proof_result run() {
        // tidy: allow steady_clock: tells people how long it took
        const auto begin = std::chrono::steady_clock::now();
        run_report broken;
        std::uint64_t i = part_.first;
        for (; i < part_.end && !broken.broke(); ++i) {
            pair_of_runners& on = runners_of(i);
            const run_report seen = on.mutated.run(i / scenarios_.size());
            if (seen.broke() && !on.baseline.breaks(on.mutated.trial_of(seen.seed))) {
                broken = seen;
            }
        }
        proof_result told;
        told.runs = i - part_.first;
        // tidy: allow steady_clock: likewise
        const auto took = std::chrono::steady_clock::now() - begin;
        told.took = std::chrono::duration_cast<std::chrono::milliseconds>(took);
        if (broken.broke()) {
            told.first = first_of(broken, runners_of(i - 1));
        }
        return told;
    }

private:
    // What runs a scenario, and what runs it whole.
    struct pair_of_runners {
        pair_of_runners(const scenarios::scenario& s, const designs::implementation& by)
            : scenario(&s), mutated(s, by), baseline(s, by) {}

        const scenarios::scenario* scenario;
        runner mutated;
        intact_baseline baseline;
    };

    // Made when they are needed: most mutants are caught in one of the first runs.
    struct scenario_state {
        explicit scenario_state(const scenarios::scenario* s) : scenario(s) {}

        const scenarios::scenario* scenario;
        std::unique_ptr<pair_of_runners> on_sound_disks{};
        std::unique_ptr<pair_of_runners> on_failing_disks{};
    };

    // Of run I: disks may fail in every other round of the scenarios.
    pair_of_runners& runners_of(std::uint64_t i) {
        scenario_state& state = scenarios_[i % scenarios_.size()];
        const bool fails = i / scenarios_.size() % 2 == 1;
        std::unique_ptr<pair_of_runners>& one =
            fails ? state.on_failing_disks : state.on_sound_disks;
        if (one == nullptr) {
            designs::implementation by = under_test_;
            by.disk_faults = fails;
            one = std::make_unique<pair_of_runners>(*state.scenario, by);
        }
        return *one;
    }

    // That something goes wrong with the run itself counts before what the oracle says of it.
    finding first_of(const run_report& broken, pair_of_runners& on) const {
        const std::vector<finding> all = broken_in(broken);
        finding f = broken.failure.empty() ? all.front() : all.back();
        f.scenario = on.scenario->name;
        f.seed = broken.seed;
        if (shrinks_) {
            shrink_options how;
            how.rule = f.rule;
            how.runs_max = shrink_runs_max;
            if (const auto small = shrink(on.mutated.trial_of(broken.seed), how)) {
                const finding made_small = finding_of(*small);
                f.plan = made_small.plan;
                f.story = made_small.story;
            }
        }
        return f;
    }

    prove_part part_;
    designs::implementation under_test_;
    bool shrinks_;
    std::vector<scenario_state> scenarios_;
};

// An implementation that dies or hangs has broken something as well.
void add_row(const outcome& o, searched& to) {
    if (const auto* const told = std::get_if<proof_result>(&o.result)) {
        to.runs += told->runs;
        to.took += told->took;
        to.first = to.first ? to.first : told->first;
    } else if (!o.broken.empty() && !to.first) {
        to.first = o.broken.front();
    }
}

searched& row_of(proof& all, const designs::implementation& by) {
    std::vector<searched>& rows = by.lacks == nullptr ? all.intact : all.mutants;
    const auto known = std::find_if(rows.begin(), rows.end(),
                                    [&](const searched& s) { return s.under_test == by; });
    if (known != rows.end()) {
        return *known;
    }
    searched& added = rows.emplace_back();
    added.under_test = by;
    added.scenarios = scenarios_for(*by.design).size();
    return added;
}

std::uint64_t median_of(std::vector<std::uint64_t> some) {
    if (some.empty()) {
        return 0;
    }
    const auto middle = some.begin() + std::ssize(some) / 2;
    std::ranges::nth_element(some, middle);
    return *middle;
}

// Of a guard that one mutant proves, another may show the opposite.
std::size_t count_without(const std::set<std::string_view>& some,
                          const std::set<std::string_view>& others) {
    return static_cast<std::size_t>(
        std::ranges::count_if(some, [&](std::string_view each) { return !others.contains(each); }));
}

}  // namespace

proof_totals totals_of(const proof& seen) {
    proof_totals sum;
    std::set<const designs::subject*> broken;
    for (const searched& row : seen.intact) {
        sum.broken += row.broke() ? 1 : 0;
        if (row.broke()) {
            broken.insert(row.under_test.design);
        }
    }
    std::vector<std::uint64_t> runs;
    std::set<std::string_view> proven;
    std::set<std::string_view> unproven;
    for (const searched& row : seen.mutants) {
        const bool shows = row.broke() && !broken.contains(row.under_test.design);
        (shows ? proven : unproven).insert(row.under_test.lacks->guard);
        if (row.broke()) {
            runs.push_back(row.runs);
        }
    }
    sum.caught = runs.size();
    sum.survived = seen.mutants.size() - runs.size();
    sum.guards = count_without(proven, unproven);
    sum.median = median_of(std::move(runs));
    return sum;
}

proof prove(const std::vector<const designs::subject*>& which,
            const std::vector<const designs::mutant*>& mutants, const proof_options& options,
            const campaign_options& how, std::function<void(const progress&)> on_progress) {
    const std::vector<designs::implementation> implementations = implementations_of(which, mutants);
    const std::vector<prove_part> parts = parts_of(implementations, options.runs_max);
    const job_function_factory factory = [&]() -> job_function {
        return [&](const job& j) -> outcome {
            const auto& part = std::get<prove_part>(j);
            return {
                {},
                search_of_part(part, implementations[part.implementation], options.shrinks).run()};
        };
    };
    proof all;
    const auto row = [&](std::uint64_t i) -> searched& {
        return row_of(all, implementations[parts[i].implementation]);
    };
    std::map<std::uint64_t, finding> deaths;  // of who ran a part
    campaign_listener who;
    who.on_progress = std::move(on_progress);
    who.on_broken = [&](std::uint64_t i, const finding& f) { deaths.emplace(i, f); };
    who.on_outcome = [&](std::uint64_t i, const outcome& o) {
        add_row(o, row(i));
        if (options.on_searched) {
            options.on_searched(row(i));
        }
        return true;
    };
    campaign_options with = how;
    with.patience_with_job = std::chrono::hours(24);  // a part is many runs
    const job_list jobs(parts.size(), [&](std::uint64_t i) { return parts[i]; });
    all.interrupted = campaign(with).run(factory, jobs, who).interrupted;
    for (const auto& [i, death] : deaths) {  // also where too many hung to count them all
        add_row({{death}, {}}, row(i));
    }
    return all;
}

}  // namespace onceproof::search
