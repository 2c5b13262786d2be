// See api_json.hpp.
#include "explore/api_json.hpp"

#include "explore/steps.hpp"
#include "faults/plan_json.hpp"
#include "faults/words.hpp"
#include "reports/run/space_time.hpp"
#include "search/plan_file/trial_json.hpp"

#include <boost/describe/class.hpp>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_from.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>
#include <utility>

namespace onceproof::explore {

// A moment in JSON has the names that it has here.
BOOST_DESCRIBE_STRUCT(actor, (), (name, host, state, starts, works_for, clock))
BOOST_DESCRIBE_STRUCT(waiting, (), (process, due, in, activity))
BOOST_DESCRIBE_STRUCT(under_way, (), (event, from, to, words, left, fate))
BOOST_DESCRIBE_STRUCT(tried, (), (client, number, began, came_of_it))
BOOST_DESCRIBE_STRUCT(known_intent, (), (name, knows, effects, attempts))
BOOST_DESCRIBE_STRUCT(shown_row, (), (cells, safe))
BOOST_DESCRIBE_STRUCT(shown_table, (), (name, columns, rows, left_out, lost))
BOOST_DESCRIBE_STRUCT(shown_database, (), (host, file, tables))
BOOST_DESCRIBE_STRUCT(moment, (), (at, time, actors, timers, messages, intents, databases))

namespace {

namespace json = boost::json;

json::value text_or_null(std::string_view text) {
    return text.empty() ? json::value(nullptr) : json::value(text);
}

template <class Named, class Text>
json::array named_json(const Named& all, std::string_view second, Text Named::value_type::* text) {
    json::array listed;
    for (const auto& each : all) {
        listed.push_back(json::object{{"name", each.name}, {second, std::string_view(each.*text)}});
    }
    return listed;
}

json::array guards_json() {
    json::array all;
    for (const designs::guard& g : designs::guards()) {
        json::array who_lack_it;
        for (const designs::mutant& m : designs::all_mutants()) {
            if (m.guard == g.name) {
                who_lack_it.push_back(
                    json::object{{"name", m.name}, {"mistake", m.mistake}, {"subject", m.subject}});
            }
        }
        all.push_back(json::object{
            {"name", g.name}, {"statement", g.statement}, {"mutants", std::move(who_lack_it)}});
    }
    return all;
}

// When a run met the point of a fault: the first event after that; null if it did not.
json::value met_at(const recording& r, const faults::planned_fault& f) {
    const std::uint64_t point = sim::point_id(f.point);
    const auto& points = r.against().points();
    const auto found = std::ranges::find(points, point, &sim::point::id);
    if (found == points.end()) {
        return nullptr;
    }
    const auto index = static_cast<std::size_t>(found - points.begin());
    return std::min(r.against().visits()[index].events + 1, r.size());
}

json::array faults_json(const recording& r) {
    constexpr std::array<std::string_view, 3> fates{"unmet", "met", "fired"};
    json::array all;
    for (std::size_t i = 0; i < r.trial().faults.size(); ++i) {
        const faults::planned_fault& f = r.trial().faults[i];
        all.push_back(
            json::object{{"point", f.point},
                         {"words", in_words(f)},
                         {"became", fates[static_cast<std::size_t>(r.against().fates()[i])]},
                         {"at", met_at(r, f)}});
    }
    return all;
}

json::object violation_json(const model::violation& v) {
    return {{"rule", to_text(v.broken)}, {"intent", v.intent}, {"why", v.why}};
}

json::array violations_json(recording& r) {
    json::array all;
    for (const dated_violation& v : r.violations()) {
        json::object& one = all.emplace_back(violation_json(v.violation)).get_object();
        one["since"] = v.since;
    }
    if (!r.report().failure.empty()) {
        all.push_back(json::object{
            {"rule", "failure"}, {"intent", 0}, {"why", r.report().failure}, {"since", r.size()}});
    }
    return all;
}

json::array goals_json(const recording& r) {
    json::array all;
    const auto& goals = r.trial().base->must_reach;
    for (std::size_t i = 0; i < goals.size(); ++i) {
        all.push_back(
            json::object{{"name", goals[i].name}, {"reached", (r.report().goals >> i & 1U) != 0}});
    }
    return all;
}

json::object event_json(const recording& r, event_number at) {
    const sim::trace_event& e = r.event(at);
    return {{"who", r.world().name(e.actor)},
            {"words", words_of(r, at)},
            {"activity", r.world().activities().name(e.activity)},
            {"cause", e.cause == 0 ? json::value(nullptr) : json::value(e.cause)}};
}

double in_ms(sim::time_point at) {
    return std::chrono::duration<double, std::milli>(at.time_since_epoch()).count();
}

}  // namespace

json::object start_json(const api_options& options) {
    return {{"plan", options.plan},
            {"scenarios", named_json(scenarios::all(), "summary", &scenarios::scenario::summary)},
            {"subjects", named_json(designs::subjects(), "summary", &designs::subject::summary)},
            {"guards", guards_json()},
            {"folder", options.folder},
            {"version", options.version}};
}

json::object run_json(recording& r) {
    const scenarios::trial& t = r.trial();
    const search::run_report& report = r.report();
    json::array lanes;
    for (const reports::lane& l : r.sketch().lanes) {
        lanes.push_back(json::value(l.name));
    }
    json::array not_judged;
    for (const model::rule rule : report.not_judged) {
        not_judged.push_back(json::value(to_text(rule)));
    }
    return {{"plan", search::to_json(t)},
            {"scenario", t.base->name},
            {"summary", t.base->summary},
            {"seed", t.seed ? json::value(fmt::format("{}", *t.seed)) : json::value(nullptr)},
            {"subject", t.under_test.design->name},
            {"mutant", text_or_null(t.under_test.lacks == nullptr ? "" : t.under_test.lacks->name)},
            {"guard", text_or_null(t.under_test.lacks == nullptr ? "" : t.under_test.lacks->guard)},
            {"contract", t.under_test.design->promised->name},
            {"hash", to_text(report.hash)},
            {"events", r.size()},
            {"rows", r.rows().size()},
            {"ended", sim::to_text(r.world().now()) + " ms"},
            {"verdict", to_text(r.verdict())},
            {"violations", violations_json(r)},
            {"not_judged", std::move(not_judged)},
            {"goals", goals_json(r)},
            {"faults", faults_json(r)},
            {"lanes", std::move(lanes)},
            {"again", again(t)}};
}

json::object row_json(recording& r, event_number at) {
    json::object row = event_json(r, at);
    const auto& broken = r.violations();
    const bool breaks = std::ranges::find(broken, at, &dated_violation::since) != broken.end();
    row.erase("cause");
    row["event"] = at;
    row["time"] = sim::to_text(r.event(at).at);
    row["kind"] = breaks ? "violation" : to_text(r.kind_of(at));
    return row;
}

json::object moment_json(const recording& r, const moment& m) {
    json::object told = json::value_from(m).get_object();
    told["event"] = m.at == 0 ? json::value(nullptr) : json::value(event_json(r, m.at));
    json::array oracle;
    for (const model::violation& v : m.oracle) {
        oracle.push_back(violation_json(v));
    }
    told["oracle"] = std::move(oracle);
    return told;
}

json::object choices_json(const std::vector<choices_at>& all) {
    json::array points;
    for (const choices_at& p : all) {
        json::array kinds;
        for (const choice& c : p.kinds) {
            json::array ways;
            for (const faults::planned_fault& f : c.ways) {
                ways.push_back(json::object{{"words", in_words(f)},
                                            {"fault", json::parse(faults::to_json(f))}});
            }
            kinds.push_back(json::object{
                {"kind", c.kind}, {"description", c.description}, {"ways", std::move(ways)}});
        }
        points.push_back(json::object{{"point", p.point}, {"kinds", std::move(kinds)}});
    }
    return {{"points", std::move(points)}};
}

json::object picture_json(recording& r, recording* other, std::uint64_t from, std::uint64_t to) {
    const std::vector<event_number>& rows = r.rows();
    std::vector<reports::space_time_panel> panels{{&r.world(), other == nullptr ? "" : "this run"}};
    const std::size_t first = std::min<std::uint64_t>(from, rows.size() - 1);
    const std::size_t last = std::min<std::uint64_t>(std::max(from, to), rows.size() - 1);
    const sim::time_point begin = first == 0 ? sim::time_point() : r.event(rows[first]).at;
    const sim::time_point end =
        last + 1 == rows.size() ? sim::time_point::max() : r.event(rows[last]).at;
    std::vector<reports::run_sketch> parts{part_of(r.sketch(), begin, end)};
    if (other != nullptr) {
        panels.push_back({&other->world(), "the run before"});
        parts.push_back(part_of(other->sketch(), begin, end));
    }
    const reports::space_time_map drawn = reports::map_of(panels, std::move(parts));
    json::array scale;
    for (const auto& [at, y] : drawn.scale) {
        scale.push_back(json::array{in_ms(at), y});
    }
    return {{"svg", drawn.svg}, {"scale", std::move(scale)}};
}

}  // namespace onceproof::explore
