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

scenarios::play_factory measure_runs(const scenarios::scenario& s, const scenarios::performer& by) {
    return [&s, by]() -> scenarios::play_function {
        return [&s, p = std::make_shared<scenarios::player>(s, by)](std::uint64_t seed) {
            scenarios::play_options keep;
            keep.keep_trace = true;
            const run_report run = p->play(seed, keep);
            run_report report;
            if (!run.broke() && run.marks + 1 == std::uint64_t{1} << s.must_reach.size()) {
                const std::string told = reports::without_probes(reports::story(p->world()));
                report.attachment = fmt::format("{}", std::count(told.begin(), told.end(), '\n'));
            }
            return report;
        };
    };
}

std::optional<std::uint64_t> shortest_of(const told_runs& measured) {
    const auto shortest = std::min_element(
        measured.begin(), measured.end(),
        [](const auto& a, const auto& b) { return std::stoull(a.second) < std::stoull(b.second); });
    return shortest == measured.end() ? std::nullopt : std::optional(shortest->first);
}

scenarios::play_factory tell_runs(const scenarios::scenario& s, const scenarios::performer& by) {
    return [&s, by]() -> scenarios::play_function {
        return [&s, by, p = std::make_shared<scenarios::player>(s, by)](std::uint64_t seed) {
            scenarios::play_options keep;
            keep.keep_trace = true;
            const run_report run = p->play(seed, keep);
            run_report report;
            report.attachment = told(s, by, run, p->world());
            return report;
        };
    };
}

reports::exhibit_entry exhibit_of(const told_runs::value_type& told) {
    const json::object run = json::parse(told.second).as_object();
    const auto text = [&](const char* name) { return json::value_to<std::string>(run.at(name)); };
    const auto number = [&](const char* name) { return run.at(name).to_number<std::uint64_t>(); };
    return {text("scenario"),  text("subject"),   told.first,    text("hash"),
            number("intents"), number("effects"), text("story"), text("picture")};
}

}  // namespace onceproof::cli
