// See proof.hpp. A job of the campaign is a performer: a mutant is one job, an intact subject as
// many as spread its runs over the workers.
#include "search/proof/proof.hpp"

#include "scenarios/scenario.hpp"
#include "search/player.hpp"
#include "search/proof/intact_twin.hpp"
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

// All performers, each once, mutants first.
std::vector<designs::performer> performers_of(const std::vector<const designs::subject*>& which,
                                              const std::vector<const designs::mutant*>& mutants) {
    std::vector<designs::performer> all;
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

std::vector<prove_part> parts_of(const std::vector<designs::performer>& all,
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
        if (one.can_be_played_by(s)) {
            some.push_back(&one);
        }
    }
    return some;
}

// Plays one part, up to the first run that breaks something.
class search_of_part {
public:
    search_of_part(const prove_part& p, const designs::performer& by, bool shrinks)
        : part_(p), by_(by), shrinks_(shrinks) {
        for (const scenarios::scenario* s : scenarios_for(*by.as)) {
            stages_.push_back({s, nullptr, nullptr});
        }
    }

    proof_told play() {
        // tidy: allow steady_clock: tells people how long it took
        const auto begin = std::chrono::steady_clock::now();
        run_report broken;
        std::uint64_t i = part_.first;
        for (; i < part_.end && !broken.broke(); ++i) {
            stage& on = stages_[i % stages_.size()];
            if (on.plays == nullptr) {
                on.plays = std::make_unique<player>(*on.of, by_);
                on.twin = std::make_unique<intact_twin>(*on.of, by_);
            }
            const run_report seen = on.plays->play(i / stages_.size());
            if (seen.broke() && !on.twin->breaks(on.plays->trial_of(seen.seed))) {
                broken = seen;
            }
        }
        proof_told told;
        told.runs = i - part_.first;
        // tidy: allow steady_clock: likewise
        const auto took = std::chrono::steady_clock::now() - begin;
        told.took = std::chrono::duration_cast<std::chrono::milliseconds>(took);
        if (broken.broke()) {
            told.first = first_of(broken, stages_[(i - 1) % stages_.size()]);
        }
        return told;
    }

private:
    struct stage {
        const scenarios::scenario* of;
        std::unique_ptr<player> plays;
        std::unique_ptr<intact_twin> twin;
    };

    // That something goes wrong with the run itself counts before what the oracle says of it.
    finding first_of(const run_report& broken, const stage& on) const {
        const std::vector<finding> all = broken_in(broken);
        finding f = broken.trouble.empty() ? all.front() : all.back();
        f.scenario = on.of->name;
        f.seed = broken.seed;
        if (shrinks_) {
            shrink_options how;
            how.rule = f.rule;
            how.runs_max = shrink_runs_max;
            if (const auto small = shrink(on.plays->trial_of(broken.seed), how)) {
                const finding made_small = finding_of(*small);
                f.plan = made_small.plan;
                f.story = made_small.story;
            }
        }
        return f;
    }

    prove_part part_;
    designs::performer by_;
    bool shrinks_;
    std::vector<stage> stages_;
};

// A performer that dies or hangs has broken something as well.
void add(const outcome& o, searched& to) {
    if (const auto* const told = std::get_if<proof_told>(&o.told)) {
        to.runs += told->runs;
        to.took += told->took;
        to.first = to.first ? to.first : told->first;
    } else if (!o.broken.empty() && !to.first) {
        to.first = o.broken.front();
    }
}

searched& row_of(proof& all, const designs::performer& by) {
    std::vector<searched>& rows = by.lacks == nullptr ? all.intact : all.mutants;
    const auto known =
        std::find_if(rows.begin(), rows.end(), [&](const searched& s) { return s.by == by; });
    if (known != rows.end()) {
        return *known;
    }
    searched& added = rows.emplace_back();
    added.by = by;
    added.scenarios = scenarios_for(*by.as).size();
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
            broken.insert(row.by.as);
        }
    }
    std::vector<std::uint64_t> runs;
    std::set<std::string_view> proven;
    std::set<std::string_view> unproven;
    for (const searched& row : seen.mutants) {
        const bool shows = row.broke() && !broken.contains(row.by.as);
        (shows ? proven : unproven).insert(row.by.lacks->guard);
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
    const std::vector<designs::performer> performers = performers_of(which, mutants);
    const std::vector<prove_part> parts = parts_of(performers, options.runs_max);
    const play_factory factory = [&]() -> play_function {
        return [&](const job& j) -> outcome {
            const auto& part = std::get<prove_part>(j);
            return {{}, search_of_part(part, performers[part.performer], options.shrinks).play()};
        };
    };
    proof all;
    const auto row = [&](std::uint64_t i) -> searched& {
        return row_of(all, performers[parts[i].performer]);
    };
    std::map<std::uint64_t, finding> deaths;  // of who played a part
    audience who;
    who.on_progress = std::move(on_progress);
    who.on_broken = [&](std::uint64_t i, const finding& f) { deaths.emplace(i, f); };
    who.on_outcome = [&](std::uint64_t i, const outcome& o) {
        add(o, row(i));
        if (options.on_searched) {
            options.on_searched(row(i));
        }
        return true;
    };
    campaign_options with = how;
    with.patience_with_job = std::chrono::hours(24);  // a part is many runs
    const job_list jobs(parts.size(), [&](std::uint64_t i) { return parts[i]; });
    all.interrupted = campaign(with).play(factory, jobs, who).interrupted;
    for (const auto& [i, death] : deaths) {  // also where too many hung to count them all
        add({{death}, {}}, row(i));
    }
    return all;
}

}  // namespace onceproof::search
