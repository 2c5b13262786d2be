// See exhaustive_search.hpp.
#include "search/exhaustive/exhaustive_search.hpp"

#include "faults/strategies/exhaustive.hpp"
#include "faults/strategies/foresight.hpp"
#include "search/exhaustive/deadlines.hpp"
#include "search/workers/shared_trial.hpp"
#include "search/workers/worker.hpp"
#include "sim/hash.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

namespace onceproof::search {
namespace {

constexpr std::size_t behaviours_max = 7000;
static_assert(behaviours_max * 8 + std::size_t{8} * 1024 < worker::outcome_bytes_max);

// Lives in a worker.
class searcher {
public:
    // ANNOUNCES: where each plan is told before it is played; nullptr: nowhere.
    searcher(const scenarios::scenario& s, const designs::performer& by,
             const exhaustive_options& options, shared_trial* announces = nullptr)
        : scenario_(s),
          by_(by),
          space_(by.space()),
          options_(options),
          announces_(announces),
          player_(s, by),
          foresees_(space_) {
        for (const faults::fault& f : player_.plan()) {
            names_.emplace(sim::point_id(f.point), f.point);
        }
    }

    outcome play(std::uint64_t part) {
        begin();
        if (part == 0 || search_ == nullptr) {
            begin_search();
            told_.roots = search_->roots();
        }
        if (part == 0) {
            play_what_it_is_about();
            return finish({}, 0);
        }
        begin();  // the first run belongs to part 0
        const faults::search_counts before = search_->counts();
        const std::uint64_t met_before = met();
        search_->explore((part - 1) * options_.part.of + options_.part.number - 1);
        return finish(before, met_before);
    }

private:
    void begin() {
        told_ = {};
        broken_.clear();
    }

    void begin_search() {
        const auto play = [this](const faults::strikes& plan) { return play_one(plan); };
        deadlines_ = nullptr;
        if (options_.faults_max) {
            search_ = std::make_unique<faults::exhaustive>(space_, *options_.faults_max, play);
        } else {
            auto search = std::make_unique<around_deadlines>(scenario_, space_, player_, play);
            deadlines_ = search.get();
            search_ = std::move(search);
        }
    }

    std::uint64_t met() const { return deadlines_ == nullptr ? 0 : deadlines_->met(); }

    // The scenario's own plan may have more faults than the search: its marks count all the same.
    void play_what_it_is_about() {
        if (!player_.plan().empty() && deadlines_ == nullptr) {
            play_one(faults::strikes_of(player_.plan()));
        }
    }

    faults::run_seen play_one(const faults::strikes& plan) {
        play_options options;
        options.keep_points = true;
        options.keep_trace = deadlines_ != nullptr;
        const bool is_extended = options_.faults_max && plan.size() < *options_.faults_max;
        options.foresees = is_extended && foresees_.has_work() ? &foresees_ : nullptr;
        if (announces_ != nullptr) {
            announce(plan);
        }
        const run_report r = player_.play(plan, scenario_.work, options);
        if (announces_ != nullptr) {
            remember_names();
        }
        told_.hash.high = sim::mix(told_.hash.high, r.hash.high);
        told_.hash.low = sim::mix(told_.hash.low, r.hash.low);
        for (std::size_t i = 0; i < told_.marks.size(); ++i) {
            told_.marks[i] += r.marks >> i & 1U;
        }
        if (r.broke()) {
            ++told_.violating;
            keep(r, plan);
        }
        using fate = faults::opponent::fate;
        const auto fates = player_.against().fates();
        return {player_.against().points(), fates.empty() || fates.back() == fate::fired,
                r.behaviour,
                options.foresees == nullptr ? std::vector<std::uint64_t>()
                                            : options.foresees->repeats()};
    }

    // The first that broke something.
    void keep(const run_report& r, const faults::strikes& plan) {
        if (!broken_.empty()) {
            return;
        }
        broken_ = broken_in(r);
        told_.plan = trial_of(plan, [this](std::uint64_t point) {
            const auto known = names_.find(point);
            return known == names_.end() ? player_.name_of(point) : known->second;
        });
    }

    template <class NameOf>
    scenarios::trial trial_of(const faults::strikes& plan, NameOf name_of) const {
        scenarios::trial t(scenario_);
        t.by = by_;
        for (const faults::strike& s : plan) {
            t.faults.emplace_back(name_of(s.at), s.what);
        }
        return t;
    }

    // All points of a plan are the scenario's own, or were met by runs before it.
    void announce(const faults::strikes& plan) {
        announces_->write(trial_of(plan, [this](std::uint64_t point) { return names_.at(point); }));
    }

    void remember_names() {
        for (const sim::point& met : player_.against().points()) {
            names_.emplace(met.id, player_.world().name(met));
        }
    }

    // What had been counted when the part began.
    outcome finish(const faults::search_counts& before, std::uint64_t met_before) {
        told_.counts = search_->counts();
        told_.counts.subtract(before);
        told_.met = met() - met_before;
        told_.behaviours = search_->take_behaviours();
        told_.behaviours_cut = told_.behaviours.size() > behaviours_max;
        told_.behaviours.resize(std::min(told_.behaviours.size(), behaviours_max));
        return {std::move(broken_), std::move(told_)};
    }

    const scenarios::scenario& scenario_;
    designs::performer by_;
    faults::fault_space space_;
    exhaustive_options options_;
    shared_trial* announces_;
    player player_;
    faults::foresight foresees_;
    std::unique_ptr<faults::plan_search> search_;  // its first run serves all parts
    around_deadlines* deadlines_ = nullptr;        // if it is that
    std::map<std::uint64_t, std::string> names_;   // of some points; of all, if plans are announced
    part_told told_{};
    std::vector<finding> broken_;  // by the first plan that broke something
};

// Puts together what the parts tell, in their order.
class collector {
public:
    explicit collector(const exhaustive_options& options) : options_(options) {}

    // False: it is enough. After an interrupt there may be parts behind a gap: of them only
    // findings count.
    bool add(std::uint64_t part, const outcome& o) {
        const bool is_next = part == sum.parts_done;
        sum.parts_done += is_next ? 1 : 0;
        const auto* const told = std::get_if<part_told>(&o.told);  // none: who played it has died
        add_findings(part, o.broken, told);
        if (part == 0) {
            const sim::trace_hash calm = told == nullptr ? sim::trace_hash{} : told->hash;
            sum.calm = to_text(sim::trace_hash{sim::mix(0, calm.high), sim::mix(0, calm.low)});
        }
        if (told != nullptr && is_next) {
            add_counts(part, *told);
        }
        return sum.counts.plans < options_.plans_max || told == nullptr || !is_next;
    }

    void end(const ending& e) {
        sum.interrupted = sum.interrupted || e.interrupted;
        sum.elapsed += e.elapsed;
    }

    // PLAN_OF: with which plan the process that plays a part dies.
    void tell_plans_of_the_dead(
        const std::function<std::optional<scenarios::trial>(std::uint64_t part)>& plan_of) {
        for (const auto& [place, part] : dead_) {
            sum.found[place].plan = plan_of(part);
        }
    }

    certificate sum;

private:
    void add_findings(std::uint64_t part, const std::vector<finding>& broken,
                      const part_told* told) {
        for (const finding& f : broken) {
            if (std::ranges::count(sum.found, f.rule, &finding::rule) > 0) {
                continue;
            }
            if (ends_a_process(f)) {
                dead_.emplace_back(sum.found.size(), part);
            }
            sum.found.push_back(f);
            sum.found.back().plan = told == nullptr ? std::nullopt : told->plan;
        }
    }

    void add_counts(std::uint64_t part, const part_told& told) {
        if (part == 0) {
            const std::uint64_t before = options_.part.number - 1;
            sum.parts = 1 + (told.roots + options_.part.of - 1 - before) / options_.part.of;
        }
        sum.counts.add(told.counts);
        for (std::size_t i = 0; i < told.marks.size(); ++i) {
            sum.marks[i] += told.marks[i];
        }
        sum.violating += told.violating;
        sum.met += told.met;
        sum.behaviours_cut = sum.behaviours_cut || told.behaviours_cut;
        std::vector<std::uint64_t> both;
        std::ranges::set_union(sum.behaviours, told.behaviours, std::back_inserter(both));
        sum.behaviours = std::move(both);
    }

    exhaustive_options options_;
    std::vector<std::pair<std::size_t, std::uint64_t>> dead_;  // where in sum.found, and which part
};

play_factory search_with(const scenarios::scenario& s, const designs::performer& by,
                         const exhaustive_options& options,
                         std::shared_ptr<shared_trial> announces = nullptr) {
    return [&s, by, options, announces]() -> play_function {
        return [it = std::make_shared<searcher>(s, by, options, announces.get())](const job& j) {
            return it->play(std::get<search_part>(j).part);
        };
    };
}

// Those from the first on.
job_list parts_from(std::uint64_t first, std::uint64_t count) {
    return {count, [first](std::uint64_t i) { return search_part{first + i}; }};
}

// The plan that ends the process that plays this part: plays it once more, and sees how far it
// comes. Nothing if it does not end.
std::optional<scenarios::trial> plan_that_ends(const scenarios::scenario& s,
                                               const designs::performer& by,
                                               const exhaustive_options& options,
                                               const campaign_options& how, std::uint64_t part) {
    const auto last = std::make_shared<shared_trial>();
    bool ends = false;
    audience who;  // nobody else: it has been told
    who.on_broken = [&](std::uint64_t, const finding& f) { ends = ends || ends_a_process(f); };
    campaign(how).play(search_with(s, by, options, last), parts_from(part, 1), who);
    return ends ? last->read() : std::nullopt;
}

void play_parts(collector& all, const play_factory& factory, const exhaustive_options& options,
                const campaign_options& how, const audience& who, const certificate* before) {
    std::uint64_t first = 0;
    audience parts = who;
    parts.on_outcome = [&](std::uint64_t i, const outcome& o) { return all.add(first + i, o); };
    parts.on_broken = [&](std::uint64_t i, const finding& f) {
        if (who.on_broken) {
            who.on_broken(first + i, f);
        }
    };
    campaign search(how);
    all.end(search.play(factory, parts_from(0, 1), parts));
    if (before != nullptr) {
        if (before->calm != all.sum.calm || before->parts != all.sum.parts) {
            throw bad_certificate("it was made by another implementation or build");
        }
        all.sum = *before;
    }
    first = all.sum.parts_done;
    const bool may_go_on = !search.interrupted() && all.sum.counts.plans < options.plans_max;
    if (all.sum.parts > first && may_go_on) {
        all.end(search.play(factory, parts_from(first, all.sum.parts - first), parts));
    }
}

}  // namespace

certificate search_exhaustively(const scenarios::scenario& s, const designs::performer& by,
                                const exhaustive_options& options, const campaign_options& how,
                                const audience& who, const certificate* before) {
    campaign_options with = how;
    with.patience_with_job = std::chrono::hours(24);  // a part is many runs
    collector all(options);
    audience seen = who;
    seen.on_progress = [&](const progress& p) {
        if (who.on_progress) {
            who.on_progress(p);
        }
        if (options.on_seen) {
            options.on_seen(all.sum);
        }
    };
    play_parts(all, search_with(s, by, options), options, with, seen, before);
    all.tell_plans_of_the_dead(
        [&](std::uint64_t part) { return plan_that_ends(s, by, options, with, part); });
    return std::move(all.sum);
}

}  // namespace onceproof::search
