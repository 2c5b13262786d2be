// See exhibits.hpp.
#include "cli/exhibits.hpp"

#include "reports/evidence_page.hpp"
#include "reports/space_time.hpp"
#include "reports/story.hpp"
#include "scenarios/player.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace onceproof::cli {
namespace {

namespace json = boost::json;
using scenarios::run_report;

std::string told(const scenarios::scenario& s, const scenarios::performer& by,
                 const run_report& run, const sim::world& w) {
    reports::space_time_options how;
    how.title = fmt::format("{}, seed {}, by {}", s.name, run.seed, by.as->name);
    how.notes.emplace_back(s.summary);
    how.probes = false;
    return json::serialize(json::object{{"scenario", s.name},
                                        {"subject", by.as->name},
                                        {"hash", to_text(run.hash)},
                                        {"intents", run.intents},
                                        {"effects", run.effects},
                                        {"story", reports::story(w)},
                                        {"picture", reports::space_time(w, how)}});
}

}  // namespace

bool is_quoted(const scenarios::scenario& s) {
    return std::any_of(
        reports::questions.begin(), reports::questions.end(), [&](const reports::question& q) {
            return std::find(q.scenarios.begin(), q.scenarios.end(), s.name) != q.scenarios.end();
        });
}

scenarios::play_factory tell_runs(const scenarios::scenario& s, const scenarios::performer& by) {
    return [&s, by]() -> scenarios::play_function {
        return [&s, by, p = std::make_shared<scenarios::player>(s, by)](std::uint64_t seed) {
            scenarios::play_options keep;
            keep.keep_trace = true;
            const run_report run = p->play(seed, keep);
            run_report report;
            if (!run.broke() && run.marks + 1 == std::uint64_t{1} << s.must_reach.size()) {
                report.attachment = told(s, by, run, p->world());
            }
            return report;
        };
    };
}

std::optional<reports::exhibit_entry> shortest_of(
    const std::vector<std::pair<std::uint64_t, std::string>>& told) {
    const auto shortest = std::min_element(
        told.begin(), told.end(),
        [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    if (shortest == told.end()) {
        return std::nullopt;
    }
    const json::object run = json::parse(shortest->second).as_object();
    const auto text = [&](const char* name) { return json::value_to<std::string>(run.at(name)); };
    const auto number = [&](const char* name) { return run.at(name).to_number<std::uint64_t>(); };
    return reports::exhibit_entry{text("scenario"), text("subject"),   shortest->first,
                                  text("hash"),     number("intents"), number("effects"),
                                  text("story"),    text("picture")};
}

}  // namespace onceproof::cli
