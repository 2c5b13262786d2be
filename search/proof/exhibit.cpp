// See exhibit.hpp.
#include "search/proof/exhibit.hpp"

#include "search/grounds.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

namespace onceproof::search {
namespace {

outcome measure(const scenarios::scenario& s, const teller& who, const player& p,
                const run_report& run) {
    const bool held = verdict_on(grounds_of(scenarios::trial(s), false, {}, run)) == verdict::held;
    return held ? outcome{{}, length_told{who.length(p)}} : outcome{};
}

// Does measure_run and tell_run.
play_factory quote_with(const scenarios::scenario& s, const designs::performer& by,
                        const teller& who) {
    return [&]() -> play_function {
        return [&, p = std::make_shared<player>(s, by)](const job& j) -> outcome {
            play_options keep;
            keep.keep_trace = true;
            if (const auto* const measures = std::get_if<measure_run>(&j)) {
                const run_report run = p->play(measures->seed, keep);
                return measure(s, who, *p, run);
            }
            const run_report run = p->play(std::get<tell_run>(j).seed, keep);
            return {{}, who.tell(run, *p)};
        };
    };
}

}  // namespace

std::optional<exhibit> find_exhibit(campaign& search, const scenarios::scenario& s,
                                    const designs::performer& by, const teller& who,
                                    seed_range seeds,
                                    std::function<void(const progress&)> on_progress) {
    const play_factory factory = quote_with(s, by, who);
    std::optional<std::pair<std::uint64_t, std::uint64_t>> shortest;  // lines, seed
    std::optional<exhibit> found;
    audience listens;
    listens.on_progress = std::move(on_progress);
    listens.on_outcome = [&](std::uint64_t i, const outcome& o) {
        const auto* const length = std::get_if<length_told>(&o.told);
        if (length != nullptr && (!shortest || length->lines < shortest->first)) {
            shortest = {length->lines, seeds.first + i};
        }
        if (const auto* const told = std::get_if<exhibit_told>(&o.told)) {
            found = {shortest->second, *told};
        }
        return true;
    };
    const auto measures = [&](std::uint64_t i) { return measure_run{seeds.first + i}; };
    search.play(factory, {std::min(seeds.count, seeds_to_quote_from), measures}, listens);
    if (shortest) {
        search.play(factory, job_list({tell_run{shortest->second}}), listens);
    }
    return found;
}

}  // namespace onceproof::search
