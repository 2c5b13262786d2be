// See make_small.hpp.
#include "search/make_small.hpp"

#include "search/player.hpp"
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
play_factory shrink_with(const scenarios::scenario& s, const designs::performer& by) {
    return [&s, by]() -> play_function {
        return [&s, by](const job& j) {
            if (const auto* const of_seed = std::get_if<shrink_seed>(&j)) {
                return shrunk_from(player(s, by).trial_of(of_seed->seed), of_seed->rule);
            }
            const shrink_plan& of_plan = std::get<shrink_plan>(j);
            return shrunk_from(of_plan.what, of_plan.rule);
        };
    };
}

}  // namespace

void make_small(campaign& search, const scenarios::scenario& s, const designs::performer& by,
                finding& f, std::function<void(const progress&)> on_progress) {
    if (!can_shrink(f) || (!f.plan && !f.seed)) {
        return;
    }
    const job how = f.plan ? job(shrink_plan{*f.plan, f.rule}) : job(shrink_seed{*f.seed, f.rule});
    audience who;
    who.on_progress = std::move(on_progress);
    who.on_outcome = [&](std::uint64_t, const outcome& o) {
        if (const auto* const small = std::get_if<finding>(&o.told)) {
            f.plan = small->plan;
            f.story = small->story;
        }
        return true;
    };
    search.play(shrink_with(s, by), job_list({how}), who);
}

}  // namespace onceproof::search
