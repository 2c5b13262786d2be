// See make_small.hpp.
#include "search/make_small.hpp"

#include "search/runner.hpp"
#include "search/shrink.hpp"

#include <optional>
#include <utility>
#include <variant>

namespace onceproof::search {
namespace {

outcome shrunk_from(const scenarios::trial& start, const std::string& rule) {
    shrink_options options;
    options.rule = rule;
    const std::optional<shrunk> small = shrink(start, options);
    return small ? outcome{{}, finding_of(*small)} : outcome{};
}

// Does a shrink_seed or a shrink_plan of the runs of S by BY.
job_function_factory shrink_with(const scenarios::scenario& s, const designs::implementation& by) {
    return [&s, by]() -> job_function {
        return [&s, by](const job& j) {
            if (const auto* const of_seed = std::get_if<shrink_seed>(&j)) {
                return shrunk_from(runner(s, by).trial_of(of_seed->seed), of_seed->rule);
            }
            const shrink_plan& of_plan = std::get<shrink_plan>(j);
            return shrunk_from(of_plan.trial, of_plan.rule);
        };
    };
}

}  // namespace

void make_small(campaign& search, const scenarios::scenario& s, const designs::implementation& by,
                finding& f, std::function<void(const progress&)> on_progress) {
    if (!can_shrink(f) || (!f.plan && !f.seed)) {
        return;
    }
    const job how = f.plan ? job(shrink_plan{*f.plan, f.rule}) : job(shrink_seed{*f.seed, f.rule});
    campaign_listener who;
    who.on_progress = std::move(on_progress);
    who.on_outcome = [&](std::uint64_t, const outcome& o) {
        if (const auto* const small = std::get_if<finding>(&o.result)) {
            f.plan = small->plan;
            f.story = small->story;
        }
        return true;
    };
    search.run(shrink_with(s, by), job_list({how}), who);
}

}  // namespace onceproof::search
