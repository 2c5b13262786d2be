// See exhaustive_search.hpp.
#include "search/exhaustive/exhaustive_search.hpp"

#include "search/exhaustive/searcher.hpp"
#include "search/workers/shared_trial.hpp"
#include "sim/hash.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>

namespace onceproof::search {
namespace {

// Puts together what the parts tell, in their order.
class collector {
public:
    explicit collector(const exhaustive_options& options) : options_(options) {}

    // False: it is enough. After an interrupt there may be parts behind a gap: of them only
    // findings count.
    bool add(std::uint64_t part, const outcome& o) {
        const bool is_next = part == sum.parts_done;
        sum.parts_done += is_next ? 1 : 0;
        const auto* const told = std::get_if<part_result>(&o.result);  // none: who ran it has died
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

    // PLAN_OF: with which plan the process that runs a part dies.
    void tell_plans_of_the_dead(
        const std::function<std::optional<scenarios::trial>(std::uint64_t part)>& plan_of) {
        for (const auto& [place, part] : dead_) {
            sum.found[place].plan = plan_of(part);
        }
    }

    certificate sum;

private:
    void add_findings(std::uint64_t part, const std::vector<finding>& broken,
                      const part_result* told) {
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

    void add_counts(std::uint64_t part, const part_result& told) {
        if (part == 0) {
            const std::uint64_t before = options_.part.number - 1;
            sum.parts = 1 + (told.roots + options_.part.count - 1 - before) / options_.part.count;
            sum.moment_plans = told.moment_plans;
            sum.moment_plans_left_out = told.moment_plans_left_out;
        }
        sum.counts.add(told.counts);
        for (std::size_t i = 0; i < told.goals.size(); ++i) {
            sum.goals[i] += told.goals[i];
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

job_function_factory search_with(const scenarios::scenario& s, const designs::implementation& by,
                                 const exhaustive_options& options,
                                 std::shared_ptr<shared_trial> announces = nullptr) {
    return [&s, by, options, announces]() -> job_function {
        return [it = std::make_shared<searcher>(s, by, options, announces.get())](const job& j) {
            return it->run(std::get<search_part>(j).part);
        };
    };
}

// Those from the first on.
job_list parts_from(std::uint64_t first, std::uint64_t count) {
    return {count, [first](std::uint64_t i) { return search_part{first + i}; }};
}

// The plan that ends the process that runs this part: runs it once more, and sees how far it
// comes. Nothing if it does not end.
std::optional<scenarios::trial> plan_that_ends(const scenarios::scenario& s,
                                               const designs::implementation& by,
                                               const exhaustive_options& options,
                                               const campaign_options& how, std::uint64_t part) {
    const auto last = std::make_shared<shared_trial>();
    bool ends = false;
    campaign_listener who;  // nobody else: it has been told
    who.on_broken = [&](std::uint64_t, const finding& f) { ends = ends || ends_a_process(f); };
    campaign(how).run(search_with(s, by, options, last), parts_from(part, 1), who);
    return ends ? last->read() : std::nullopt;
}

void run_parts(collector& all, const job_function_factory& factory,
               const exhaustive_options& options, const campaign_options& how,
               const campaign_listener& who, const certificate* before) {
    std::uint64_t first = 0;
    campaign_listener parts = who;
    parts.on_outcome = [&](std::uint64_t i, const outcome& o) { return all.add(first + i, o); };
    parts.on_broken = [&](std::uint64_t i, const finding& f) {
        if (who.on_broken) {
            who.on_broken(first + i, f);
        }
    };
    campaign search(how);
    all.end(search.run(factory, parts_from(0, 1), parts));
    if (before != nullptr) {
        if (before->calm != all.sum.calm || before->parts != all.sum.parts) {
            throw bad_certificate("it was made by another implementation or build");
        }
        all.sum = *before;
    }
    first = all.sum.parts_done;
    const bool may_go_on = !search.interrupted() && all.sum.counts.plans < options.plans_max;
    if (all.sum.parts > first && may_go_on) {
        all.end(search.run(factory, parts_from(first, all.sum.parts - first), parts));
    }
}

}  // namespace

certificate search_exhaustively(const scenarios::scenario& s, const designs::implementation& by,
                                const exhaustive_options& options, const campaign_options& how,
                                const campaign_listener& who, const certificate* before) {
    campaign_options with = how;
    with.patience_with_job = std::chrono::hours(24);  // a part is many runs
    collector all(options);
    campaign_listener seen = who;
    seen.on_progress = [&](const progress& p) {
        if (who.on_progress) {
            who.on_progress(p);
        }
        if (options.on_seen) {
            options.on_seen(all.sum);
        }
    };
    run_parts(all, search_with(s, by, options), options, with, seen, before);
    all.tell_plans_of_the_dead(
        [&](std::uint64_t part) { return plan_that_ends(s, by, options, with, part); });
    return std::move(all.sum);
}

}  // namespace onceproof::search
