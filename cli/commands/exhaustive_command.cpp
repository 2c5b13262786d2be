// See exhaustive_command.hpp.
#include "cli/commands/exhaustive_command.hpp"

#include "base/escape.hpp"
#include "cli/find.hpp"
#include "cli/findings.hpp"
#include "cli/progress.hpp"
#include "cli/report_parts.hpp"
#include "search/exhaustive/exhaustive_run.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

namespace onceproof::cli {
namespace {

namespace json = boost::json;
using search::certificate;
using search::certified;
using search::finding;
using search::verdict;

void print_counts(const faults::search_counts& counts) {
    fmt::print("    {:<17} {:>10} {:>10} {:>10} {:>10}\n", "fault", "offered", "chosen", "fired",
               "mattered");
    for (std::size_t i = 0; i < counts.kinds.size(); ++i) {
        const faults::fault_counts& k = counts.kinds[i];
        if (k.offered > 0) {
            fmt::print("    {:<17} {:>10} {:>10} {:>10} {:>10}\n",
                       to_text(static_cast<faults::fault_kind>(i)), k.offered, k.chosen, k.fired,
                       k.mattered);
        }
    }
}

// Within what nothing was found.
std::string nothing_within(const certificate& seen, const run_options& options) {
    return options.faults
               ? fmt::format("within {} fault{}", *options.faults, *options.faults == 1 ? "" : "s")
               : fmt::format("around {} deadlines, {} met 1 ns before, at and 1 ns after",
                             seen.parts - 1, seen.met);
}

void print_certificate_text(const candidate& of, const certified& c,
                            const std::vector<kept_finding>& found, const run_options& options,
                            std::size_t widest) {
    const certificate& seen = c.seen;
    fmt::print("{:<{}}  {}  {} plans{}", of.scenario->name, widest,
               painted(c.result, options.colour), seen.counts.plans,
               rate(seen.counts.plans, seen.elapsed));
    fmt::print(", {}{} distinct behaviours, {} changed nothing{}",
               seen.behaviours_cut ? "at least " : "", seen.behaviours.size(), seen.counts.skipped,
               options.faults ? " and were not extended" : "");
    if (seen.counts.repeats > 0) {
        fmt::print(", {} would leave what another leaves and were not run", seen.counts.repeats);
    }
    print_goals(*of.scenario, seen.goals);
    if (c.result == verdict::held) {
        const std::string among = of.under_test.choice_of_faults();
        fmt::print("    no violation {}{}{}{}\n", nothing_within(seen, options),
                   among.empty() ? "" : ", ", among,
                   options.part.count == 1 ? ""
                                           : fmt::format(", in shard {} of {}", options.part.number,
                                                         options.part.count));
    }
    if (seen.moment_plans > 0) {
        fmt::print("    its own plan at the points of its moments: {} plans\n", seen.moment_plans);
    }
    print_lines(c.rests_on.missing);
    if (seen.violating > 0) {
        fmt::print("    {} plans break a rule\n", seen.violating);
    }
    for (const kept_finding& f : found) {
        fmt::print("    {}: {}\n", base::escape(f.finding.rule), base::escape(in_words(f.finding)));
        print_plan(f);
    }
    if (options.counts) {
        print_counts(seen.counts);
    }
}

json::array kinds_json(const faults::search_counts& counts) {
    json::array kinds;
    for (std::size_t i = 0; i < counts.kinds.size(); ++i) {
        const faults::fault_counts& k = counts.kinds[i];
        if (k.offered > 0) {
            kinds.push_back(json::object{{"fault", to_text(static_cast<faults::fault_kind>(i))},
                                         {"offered", k.offered},
                                         {"chosen", k.chosen},
                                         {"fired", k.fired},
                                         {"mattered", k.mattered}});
        }
    }
    return kinds;
}

void print_certificate_json(const candidate& of, const certified& c,
                            const std::vector<kept_finding>& found, const run_options& options) {
    const certificate& seen = c.seen;
    json::object line = json_line("certificate");
    line["scenario"] = of.scenario->name;
    line["contract"] = of.under_test.design->promised->name;
    line["verdict"] = to_text(c.result);
    line["faults_max"] = options.faults ? json::value(*options.faults) : json::value();
    line["among"] = of.under_test.choice_of_faults();
    line["shard"] = json::array{options.part.number, options.part.count};
    line["plans"] = seen.counts.plans;
    line["not_extended"] = seen.counts.skipped;
    line["not_run"] = seen.counts.repeats;
    line["behaviours"] = seen.behaviours.size();
    line["behaviours_cut"] = seen.behaviours_cut;
    line["parts"] = seen.parts;
    line["parts_done"] = seen.parts_done;
    line["violating"] = seen.violating;
    line["moment_plans"] = seen.moment_plans;
    line["moment_plans_left_out"] = seen.moment_plans_left_out;
    if (!options.faults) {
        line["met"] = seen.met;
    }
    line["goals"] = goals_json(*of.scenario, seen.goals);
    line["missing"] = json::value_from(c.rests_on.missing);
    line["faults"] = kinds_json(seen.counts);
    print_line(line);
    for (const kept_finding& f : found) {
        json::object one = json_line("finding");
        one["scenario"] = of.scenario->name;
        one["rule"] = base::escape(f.finding.rule);
        one["sentence"] = base::escape(in_words(f.finding));
        one["again"] = again(f.file);
        print_line(one);
    }
}

// What is counted while it is searched.
reports::campaign_entry counts_of(const candidate& c, const certificate& seen,
                                  const run_options& options) {
    reports::campaign_entry entry = campaign_of(*c.scenario, c.under_test);
    entry.runs = seen.counts.plans;
    entry.goals.assign(seen.goals.begin(), seen.goals.begin() + std::ssize(c.scenario->must_reach));
    entry.search = reports::search_entry{
        options.faults,  options.part.number,    options.part.count,  seen.parts,
        seen.parts_done, seen.behaviours.size(), seen.behaviours_cut, seen.counts.skipped,
        seen.violating,  seen.counts.repeats};
    return entry;
}

reports::campaign_entry campaign_entry_of(const candidate& of, const certified& c,
                                          const std::vector<kept_finding>& found,
                                          const run_options& options) {
    reports::campaign_entry entry = counts_of(of, c.seen, options);
    entry.milliseconds = milliseconds_of(c.seen.elapsed);
    entry.verdict = c.result;
    entry.missing = c.rests_on.missing;
    for (const kept_finding& f : found) {
        entry.findings.push_back(finding_entry_of(f.finding, again(f.file)));
    }
    return entry;
}

search::exhaustive_run_options search_of(const run_options& options) {
    search::exhaustive_run_options run;
    run.search.faults_max = options.faults;
    run.search.plans_max = options.plans_max;
    run.search.part = options.part;
    run.how.jobs = options.jobs;
    run.shrinks = options.shrinks;
    run.resume = options.resume;
    return run;
}

// Prints what came of a scenario, and keeps it.
void tell(const candidate& c, const certified& result, const run_options& options,
          std::size_t widest, record& kept, progress_line& progress) {
    const std::vector<kept_finding> found =
        keep(options.findings, *c.scenario, c.under_test, result.seen.found);
    kept.finish(campaign_entry_of(c, result, found, options));
    progress.erase();
    options.json ? print_certificate_json(c, result, found, options)
                 : print_certificate_text(c, result, found, options, widest);
    flush_output();
}

}  // namespace

exit_status run_exhaustively(std::span<const candidate> candidates, const run_options& options,
                             record& kept) {
    progress_line progress(!options.quiet);
    if (!options.resume.empty() && candidates.size() != 1) {
        throw complaint(usage, "--resume takes one scenario at a time");
    }
    search::exhaustive_listener who;
    who.on_begin = [&](const candidate& c) { kept.begin(campaign_of(*c.scenario, c.under_test)); };
    who.on_seen = [&](const candidate& c, const certificate& so_far) {
        kept.count(counts_of(c, so_far, options));
    };
    who.on_broken = [&](const candidate&, const finding& f) {
        kept.found(finding_entry_of(f, {}));
    };
    who.on_certified = [&](const candidate& c, const certified& result) {
        tell(c, result, options, widest_name(candidates), kept, progress);
    };
    who.on_progress = [&](const candidate& c, const search::progress& p) {
        progress.show(fmt::format("{}: {} of {} parts of the search{}", c.scenario->name, p.jobs,
                                  p.total, eta(p)));
    };
    search::gate_end end;
    try {
        end = search::run_exhaustively(candidates, search_of(options), who);
    } catch (const search::bad_certificate& why) {
        throw complaint(bad_file, why.what());
    }
    if (!options.json) {
        print_contracts(candidates);
    }
    print_summary(end.counts, end.interrupted, options.json);
    flush_output();
    return status_of(end.counts, end.interrupted);
}

}  // namespace onceproof::cli
