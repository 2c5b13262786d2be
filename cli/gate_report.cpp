// See gate_report.hpp.
#include "cli/gate_report.hpp"

#include "base/escape.hpp"
#include "cli/examples.hpp"
#include "cli/findings.hpp"
#include "cli/report_parts.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::cli {
namespace {

namespace json = boost::json;
using search::finding;
using search::judged;
using search::judged_regressions;

void print_text(const candidate& c, const judged& j, const std::vector<kept_finding>& found,
                bool colour, std::size_t widest) {
    fmt::print("{:<{}}  {}  {} runs{}", c.scenario->name, widest, painted(j.result, colour),
               j.seen.runs, rate(j.seen.runs, j.seen.elapsed));
    if (!j.seen.interrupted) {
        fmt::print("  hash {}", to_text(j.seen.hash));
    }
    print_goals(*c.scenario, j.seen.goals);
    print_lines(j.rests_on.missing);
    for (const kept_finding& f : found) {
        fmt::print("    {}, {} {}, the first is {}: {}\n", base::escape(f.finding.rule),
                   f.finding.times, f.finding.times == 1 ? "seed" : "seeds", *f.finding.seed,
                   base::escape(in_words(f.finding)));
        print_plan(f);
        if (f.file.empty()) {
            fmt::print("    reproduce: {}\n", again(f, *c.scenario, c.under_test));
        }
    }
}

void print_json(const candidate& c, const judged& j, std::uint64_t first_seed,
                const std::vector<kept_finding>& found) {
    json::object line = json_line("scenario");
    line["scenario"] = c.scenario->name;
    line["contract"] = c.under_test.design->promised->name;
    line["verdict"] = to_text(j.result);
    line["runs"] = j.seen.runs;
    line["first_seed"] = first_seed;
    line["hash"] = j.seen.interrupted ? json::value() : json::value(to_text(j.seen.hash));
    line["goals"] = goals_json(*c.scenario, j.seen.goals);
    line["missing"] = json::value_from(j.rests_on.missing);
    print_line(line);
    for (const kept_finding& f : found) {
        json::object one = json_line("finding");
        one["scenario"] = c.scenario->name;
        one["rule"] = base::escape(f.finding.rule);
        one["sentence"] = base::escape(in_words(f.finding));
        one["first_seed"] = *f.finding.seed;
        one["seeds"] = f.finding.times;
        one["again"] = again(f, *c.scenario, c.under_test);
        print_line(one);
    }
}

// What there is to say of one regression: the rule is empty if it no longer applies.
void print_regression(const search::regression& r, const std::string& rule,
                      const std::string& sentence, bool as_json) {
    const std::string told = base::escape(sentence);
    if (!as_json) {
        fmt::print("    {}{}{}: {}\n", r.name, rule.empty() ? "" : ": ", base::escape(rule), told);
        fmt::print("    reproduce: {}\n", again(r.file));
        return;
    }
    json::object line = json_line("regression");
    line["name"] = r.name;
    line["rule"] = base::escape(rule);
    line["sentence"] = told;
    line["again"] = again(r.file);
    print_line(line);
}

void print_regressions(const judged_regressions& j, const run_options& options) {
    if (options.json) {
        json::object line = json_line("regressions");
        line["verdict"] = to_text(j.result);
        line["plans"] = j.seen.plans;
        print_line(line);
    } else {
        fmt::print("regressions  {}  {} plans\n", painted(j.result, options.colour), j.seen.plans);
    }
    for (const auto& [which, broken] : j.seen.broken) {
        print_regression(which, broken.rule, in_words(broken), options.json);
    }
    for (const auto& [which, point] : j.seen.unmet) {
        print_regression(which, "", "the run never came to " + point, options.json);
    }
    if (j.seen.end.interrupted && !options.json) {
        fmt::print("    it was interrupted\n");
    }
}

reports::campaign_entry entry_of(const judged_regressions& j, reports::campaign_entry entry) {
    entry.runs = j.seen.end.jobs;
    entry.milliseconds = milliseconds_of(j.seen.end.elapsed);
    entry.verdict = j.result;
    entry.missing = j.rests_on.missing;
    for (const auto& [which, broken] : j.seen.broken) {
        finding named = broken;
        named.rule = fmt::format("{}: {}", which.name, broken.rule);
        entry.findings.push_back(finding_entry_of(named, again(which.file)));
    }
    return entry;
}

reports::campaign_entry entry_of(const candidate& c, const judged& j,
                                 const std::vector<kept_finding>& found,
                                 reports::campaign_entry entry) {
    entry.runs = j.seen.runs;
    entry.hash = j.seen.interrupted ? std::string() : to_text(j.seen.hash);
    entry.milliseconds = milliseconds_of(j.seen.elapsed);
    entry.verdict = j.result;
    entry.missing = j.rests_on.missing;
    entry.goals.assign(j.seen.goals.begin(),
                       j.seen.goals.begin() + std::ssize(c.scenario->must_reach));
    for (const model::rule r : model::rules()) {
        const std::uint64_t runs = j.seen.not_judged[static_cast<std::size_t>(r)];
        if (runs > 0) {
            entry.not_judged.push_back({std::string(to_text(r)), fmt::format("{}", runs)});
        }
    }
    for (const kept_finding& f : found) {
        entry.findings.push_back(finding_entry_of(f.finding, again(f, *c.scenario, c.under_test)));
    }
    return entry;
}

}  // namespace

gate_report::gate_report(const run_options& options, search::seed_range seeds, std::size_t widest,
                         record& kept)
    : options_(options), seeds_(seeds), widest_(widest), kept_(kept), progress_(!options.quiet) {}

search::gate_listener gate_report::campaign_listener() {
    search::gate_listener all;
    all.on_regressions_begin = [this](std::uint64_t plans) { begin_regressions(plans); };
    all.on_regressions = [this](const judged_regressions& j) { tell(j); };
    all.on_begin = [this](const candidate& c) { begin(c); };
    all.on_count = [this](std::uint64_t runs) { kept_.count(runs); };
    all.on_broken = [this](const candidate& c, const finding& f) {
        kept_.found(finding_entry_of(f, again({f}, *c.scenario, c.under_test)));
    };
    all.on_judged = [this](const candidate& c, const judged& j) { tell(c, j); };
    all.on_example = [this](const candidate& c, const search::example& run) {
        kept_.add(example_entry_of(c, run));
    };
    all.on_progress = [this](std::string_view doing, const search::progress& p) {
        progress_.show(p.total == UINT64_MAX
                           ? fmt::format("{}: {} runs", doing, p.jobs)
                           : fmt::format("{}: {} of {} runs{}", doing, p.jobs, p.total, eta(p)));
    };
    return all;
}

void gate_report::begin_regressions(std::uint64_t plans) {
    begun_ = {};
    begun_.subject = designs::reference().name;
    begun_.wanted = plans;
    kept_.begin(begun_);
}

void gate_report::begin(const candidate& c) {
    begun_ = campaign_of(*c.scenario, c.under_test);
    begun_.first_seed = seeds_.first;
    begun_.wanted = seeds_.count == UINT64_MAX ? 0 : seeds_.count;
    kept_.begin(begun_);
}

void gate_report::tell(const judged_regressions& j) {
    kept_.finish(entry_of(j, begun_));
    progress_.erase();
    print_regressions(j, options_);
    flush_output();
}

void gate_report::tell(const candidate& c, const judged& j) {
    const std::vector<kept_finding> found =
        keep(options_.findings, *c.scenario, c.under_test, j.seen.findings);
    kept_.finish(entry_of(c, j, found, begun_));
    progress_.erase();
    options_.json ? print_json(c, j, seeds_.first, found)
                  : print_text(c, j, found, options_.colour, widest_);
    flush_output();
}

}  // namespace onceproof::cli
