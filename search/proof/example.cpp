// See example.hpp.
#include "search/proof/example.hpp"

#include "search/grounds.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

namespace onceproof::search {
namespace {

outcome measure(const scenarios::scenario& s, const run_writer& who, const runner& p,
                const run_report& run) {
    const bool held = verdict_on(grounds_of(scenarios::trial(s), false, {}, run)) == verdict::held;
    return held ? outcome{{}, length_result{who.length(p)}} : outcome{};
}

// Does measure_run and quote_run.
job_function_factory quote_with(const scenarios::scenario& s, const designs::implementation& by,
                                const run_writer& who) {
    return [&]() -> job_function {
        return [&, p = std::make_shared<runner>(s, by)](const job& j) -> outcome {
            runner_options keep;
            keep.keep_trace = true;
            if (const auto* const measures = std::get_if<measure_run>(&j)) {
                const run_report run = p->run(measures->seed, keep);
                return measure(s, who, *p, run);
            }
            const run_report run = p->run(std::get<quote_run>(j).seed, keep);
            return {{}, who.tell(run, *p)};
        };
    };
}

}  // namespace

std::optional<example> find_example(campaign& search, const scenarios::scenario& s,
                                    const designs::implementation& by, const run_writer& who,
                                    seed_range seeds,
                                    std::function<void(const progress&)> on_progress) {
    const job_function_factory factory = quote_with(s, by, who);
    std::optional<std::pair<std::uint64_t, std::uint64_t>> shortest;  // lines, seed
    std::optional<example> found;
    campaign_listener listens;
    listens.on_progress = std::move(on_progress);
    listens.on_outcome = [&](std::uint64_t i, const outcome& o) {
        const auto* const length = std::get_if<length_result>(&o.result);
        if (length != nullptr && (!shortest || length->lines < shortest->first)) {
            shortest = {length->lines, seeds.first + i};
        }
        if (const auto* const told = std::get_if<example_result>(&o.result)) {
            found = {shortest->second, *told};
        }
        return true;
    };
    const auto measures = [&](std::uint64_t i) { return measure_run{seeds.first + i}; };
    search.run(factory, {std::min(seeds.count, seeds_to_quote_from), measures}, listens);
    if (shortest) {
        search.run(factory, job_list({quote_run{shortest->second}}), listens);
    }
    return found;
}

}  // namespace onceproof::search
