// See exhibits.hpp.
#include "cli/exhibits.hpp"

#include "reports/evidence_page.hpp"
#include "reports/run/space_time.hpp"
#include "reports/run/story.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace onceproof::cli {
namespace {

std::uint64_t lines_of(const search::player& p) {
    const std::string told = reports::without_probes(reports::story(p.world()));
    return static_cast<std::uint64_t>(std::count(told.begin(), told.end(), '\n'));
}

search::exhibit_told tell(const search::candidate& c, const search::run_report& run,
                          const search::player& p) {
    reports::space_time_options how;
    how.title = fmt::format("{}, seed {}, by {}", c.what->name, run.seed, c.by.as->name);
    how.notes.emplace_back(c.what->summary);
    how.probes = false;
    return {run.hash, run.intents, run.effects, reports::story(p.world()),
            reports::space_time(p.world(), how)};
}

}  // namespace

std::optional<search::teller> teller_for(const search::candidate& c) {
    const bool is_quoted =
        std::any_of(reports::questions.begin(), reports::questions.end(), [&](const auto& q) {
            return std::find(q.scenarios.begin(), q.scenarios.end(), c.what->name) !=
                   q.scenarios.end();
        });
    if (!is_quoted) {
        return std::nullopt;
    }
    return search::teller{&lines_of, [&c](const search::run_report& run, const search::player& p) {
                              return tell(c, run, p);
                          }};
}

reports::exhibit_entry exhibit_entry_of(const search::candidate& c, const search::exhibit& run) {
    return {std::string(c.what->name),
            std::string(c.by.as->name),
            run.seed,
            to_text(run.told.hash),
            run.told.intents,
            run.told.effects,
            run.told.story,
            run.told.picture};
}

}  // namespace onceproof::cli
