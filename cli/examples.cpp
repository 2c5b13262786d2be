// See examples.hpp.
#include "cli/examples.hpp"

#include "reports/evidence_page.hpp"
#include "reports/run/space_time.hpp"
#include "reports/run/story.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace onceproof::cli {
namespace {

std::uint64_t lines_of(const search::runner& p) {
    const std::string told = reports::without_probes(reports::story(p.world()));
    return static_cast<std::uint64_t>(std::count(told.begin(), told.end(), '\n'));
}

search::example_result tell_example(const search::candidate& c, const search::run_report& run,
                                    const search::runner& p) {
    reports::space_time_options how;
    how.title =
        fmt::format("{}, seed {}, by {}", c.scenario->name, run.seed, c.under_test.design->name);
    how.notes.emplace_back(c.scenario->summary);
    how.probes = false;
    return {run.hash, run.intents, run.effects, reports::story(p.world()),
            reports::space_time(p.world(), how)};
}

}  // namespace

std::optional<search::run_writer> writer_for(const search::candidate& c) {
    const bool is_quoted =
        std::any_of(reports::questions.begin(), reports::questions.end(), [&](const auto& q) {
            return std::find(q.scenarios.begin(), q.scenarios.end(), c.scenario->name) !=
                   q.scenarios.end();
        });
    if (!is_quoted) {
        return std::nullopt;
    }
    return search::run_writer{&lines_of,
                              [&c](const search::run_report& run, const search::runner& p) {
                                  return tell_example(c, run, p);
                              }};
}

reports::example_entry example_entry_of(const search::candidate& c, const search::example& run) {
    return {std::string(c.scenario->name),
            std::string(c.under_test.design->name),
            run.seed,
            to_text(run.result.hash),
            run.result.intents,
            run.result.effects,
            run.result.story,
            run.result.picture};
}

}  // namespace onceproof::cli
