// See exhaustive_command.hpp.
#include "cli/exhaustive_command.hpp"

#include "cli/find.hpp"
#include "cli/findings.hpp"
#include "cli/plan_command.hpp"
#include "cli/progress.hpp"
#include "cli/report_parts.hpp"
#include "reports/escape.hpp"
#include "scenarios/certificate_json.hpp"
#include "scenarios/exhaustive_search.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace onceproof::cli {
namespace {

namespace json = boost::json;
using scenarios::certificate;
using scenarios::counterexample;
using scenarios::verdict;

struct found_plan {
    counterexample what;
    saved_plan kept;
};

struct certified {
    const candidate* of;
    std::optional<std::size_t> faults_max;
    certificate seen;
    std::vector<std::string> missing;
    std::vector<found_plan> found;

    verdict is() const {
        if (!seen.found.empty()) {
            return verdict::violated;
        }
        return missing.empty() ? verdict::held : verdict::inconclusive;
    }
};

std::vector<std::string> missing_from(const scenarios::scenario& s, const certificate& seen) {
    std::vector<std::string> missing;
    if (!seen.is_complete()) {
        missing.push_back(fmt::format("only {} of {} parts of the search were played",
                                      seen.parts_done, seen.parts));
    }
    if (seen.interrupted) {
        missing.emplace_back("it was interrupted");
    }
    add_unreached(s, seen.marks, missing);
    return missing;
}

// Makes the failures small, each in a worker of its own.
std::vector<found_plan> keep_findings(const candidate& c, const certificate& seen,
                                      const run_options& options) {
    std::vector<found_plan> all;
    for (const counterexample& x : seen.found) {
        std::string plan = x.plan;
        if (options.shrinks && can_shrink(x.rule) && !plan.empty() && !seen.interrupted) {
            scenarios::campaign_options how;
            how.on_run = [&](std::uint64_t, const std::string& smaller) {
                plan = smaller.empty() ? plan : smaller;
                return true;
            };
            scenarios::campaign(std::move(how)).play(shrink_plan(x.plan, x.rule), {0, 1});
        }
        found_plan f{x, {}};
        if (!plan.empty()) {
            f.kept = save(options.findings, *c.what, c.by, x.rule, plan);
        }
        all.push_back(std::move(f));
    }
    return all;
}

// Goes on where an earlier search was interrupted, if the user names a file that says where.
certificate search_and_save(const candidate& c, const scenarios::exhaustive_options& search,
                            const scenarios::campaign_options& how, const run_options& options) {
    if (options.resume.empty()) {
        return search_exhaustively(*c.what, c.by, search, how);
    }
    scenarios::search_identity of;
    of.scenario = c.what->name;
    const std::string among = c.by.choice_of_faults();
    of.by = fmt::format("{}{}{}", c.by.name(), among.empty() ? "" : ", ", among);
    of.faults_max = search.faults_max;
    of.part = search.part;
    try {
        std::optional<certificate> before;
        if (std::filesystem::exists(options.resume)) {
            before = scenarios::read_certificate(content_of(options.resume), of);
        }
        certificate seen =
            search_exhaustively(*c.what, c.by, search, how, before ? &*before : nullptr);
        write_file(options.resume, to_json(seen, of));
        return seen;
    } catch (const std::system_error&) {
        throw;
    } catch (const complaint&) {
        throw;
    } catch (const std::runtime_error& why) {
        throw complaint(bad_file, fmt::format("{}: {}", options.resume, why.what()));
    }
}

void print_counts(const faults::search_counts& counts) {
    fmt::print("    {:<17} {:>10} {:>10} {:>10} {:>10}\n", "fault", "offered", "chosen", "fired",
               "mattered");
    for (std::size_t i = 0; i < counts.kinds.size(); ++i) {
        const faults::fault_counts& k = counts.kinds[i];
        if (k.offered > 0) {
            fmt::print("    {:<17} {:>10} {:>10} {:>10} {:>10}\n",
                       to_text(static_cast<faults::harm>(i)), k.offered, k.chosen, k.fired,
                       k.mattered);
        }
    }
}

// Within what nothing was found.
std::string nothing_within(const certified& c) {
    return c.faults_max
               ? fmt::format("within {} fault{}", *c.faults_max, *c.faults_max == 1 ? "" : "s")
               : fmt::format("around {} deadlines, {} met 1 ns before, at and 1 ns after",
                             c.seen.parts - 1, c.seen.met);
}

void print_text(const certified& c, const run_options& options, std::size_t widest) {
    const certificate& seen = c.seen;
    fmt::print("{:<{}}  {}  {} plans{}", c.of->what->name, widest, painted(c.is(), options.colour),
               seen.counts.plans, rate(seen.counts.plans, seen.elapsed));
    fmt::print(", {}{} distinct behaviours, {} changed nothing{}",
               seen.behaviours_cut ? "at least " : "", seen.behaviours.size(), seen.counts.skipped,
               c.faults_max ? " and were not extended" : "");
    if (seen.counts.repeats > 0) {
        fmt::print(", {} would leave what another leaves and were not played", seen.counts.repeats);
    }
    print_marks(*c.of->what, seen.marks);
    if (c.is() == verdict::held) {
        const std::string among = c.of->by.choice_of_faults();
        fmt::print("    no violation {}{}{}{}\n", nothing_within(c), among.empty() ? "" : ", ",
                   among,
                   options.part.of == 1
                       ? ""
                       : fmt::format(", in shard {} of {}", options.part.number, options.part.of));
    }
    print_lines(c.missing);
    if (seen.violating > 0) {
        fmt::print("    {} plans break a rule\n", seen.violating);
    }
    for (const found_plan& f : c.found) {
        fmt::print("    {}: {}\n", reports::escape(f.what.rule), reports::escape(f.what.sentence));
        print_plan(f.kept);
    }
    if (options.counts) {
        print_counts(seen.counts);
    }
}

void print_json(const certified& c, const run_options& options) {
    const certificate& seen = c.seen;
    json::object line = json_line("certificate");
    line["scenario"] = c.of->what->name;
    line["contract"] = c.of->by.as->promised->name;
    line["verdict"] = to_text(c.is());
    line["faults_max"] = c.faults_max ? json::value(*c.faults_max) : json::value();
    line["among"] = c.of->by.choice_of_faults();
    line["shard"] = json::array{options.part.number, options.part.of};
    line["plans"] = seen.counts.plans;
    line["not_extended"] = seen.counts.skipped;
    line["not_played"] = seen.counts.repeats;
    line["behaviours"] = seen.behaviours.size();
    line["behaviours_cut"] = seen.behaviours_cut;
    line["parts"] = seen.parts;
    line["parts_done"] = seen.parts_done;
    line["violating"] = seen.violating;
    if (!c.faults_max) {
        line["met"] = seen.met;
    }
    line["marks"] = marks_json(*c.of->what, seen.marks);
    line["missing"] = json::value_from(c.missing);
    json::array kinds;
    for (std::size_t i = 0; i < seen.counts.kinds.size(); ++i) {
        const faults::fault_counts& k = seen.counts.kinds[i];
        if (k.offered > 0) {
            kinds.push_back(json::object{{"fault", to_text(static_cast<faults::harm>(i))},
                                         {"offered", k.offered},
                                         {"chosen", k.chosen},
                                         {"fired", k.fired},
                                         {"mattered", k.mattered}});
        }
    }
    line["faults"] = std::move(kinds);
    print_line(line);
    for (const found_plan& f : c.found) {
        json::object found = json_line("finding");
        found["scenario"] = c.of->what->name;
        found["rule"] = reports::escape(f.what.rule);
        found["sentence"] = reports::escape(f.what.sentence);
        found["again"] = again(f.kept.file);
        print_line(found);
    }
}

// What is counted while it is searched.
reports::play_entry counts_of(const candidate& c, const certificate& seen,
                              const run_options& options) {
    reports::play_entry entry = play_of(*c.what, c.by);
    entry.runs = seen.counts.plans;
    entry.marks.assign(seen.marks.begin(), seen.marks.begin() + std::ssize(c.what->must_reach));
    entry.search = reports::search_entry{
        options.faults,  options.part.number,    options.part.of,     seen.parts,
        seen.parts_done, seen.behaviours.size(), seen.behaviours_cut, seen.counts.skipped,
        seen.violating,  seen.counts.repeats};
    return entry;
}

reports::play_entry entry_of(const certified& c, const run_options& options) {
    reports::play_entry entry = counts_of(*c.of, c.seen, options);
    entry.milliseconds = milliseconds_of(c.seen.elapsed);
    entry.verdict = to_text(c.is());
    entry.missing = c.missing;
    for (const found_plan& f : c.found) {
        entry.findings.push_back(
            finding_of(f.what.rule, f.what.sentence, f.kept, again(f.kept.file)));
    }
    return entry;
}

}  // namespace

exit_status run_exhaustively(std::span<const candidate> candidates, const run_options& options,
                             record& kept) {
    progress_line progress(!options.quiet);
    if (!options.resume.empty() && candidates.size() != 1) {
        throw complaint(usage, "--resume takes one scenario at a time");
    }
    verdict_counts counts{};
    bool interrupted = false;
    for (const candidate& c : candidates) {
        scenarios::exhaustive_options search;
        search.faults_max = options.faults;
        search.plans_max = options.plans_max;
        search.part = options.part;
        search.on_seen = [&](const certificate& so_far) {
            kept.count(counts_of(c, so_far, options));
        };
        scenarios::campaign_options how;
        how.jobs = options.jobs;
        how.on_progress = [&](const scenarios::progress& p) {
            progress.show(fmt::format("{}: {} of {} parts of the search{}", c.what->name, p.runs,
                                      p.of, eta(p)));
        };
        how.on_broken = [&](std::uint64_t, const scenarios::broken_rule& b) {
            kept.found(finding_of(b.rule, b.sentence, {}, {}));
        };
        kept.begin(play_of(*c.what, c.by));
        certified result{&c, options.faults, search_and_save(c, search, how, options), {}, {}};
        interrupted = result.seen.interrupted;
        result.missing = missing_from(*c.what, result.seen);
        result.found = keep_findings(c, result.seen, options);
        kept.finish(entry_of(result, options));
        progress.erase();
        count(counts, result.is(),
              std::any_of(result.seen.found.begin(), result.seen.found.end(),
                          [](const counterexample& x) {
                              return x.rule == scenarios::nondeterminism_rule;
                          }));
        options.json ? print_json(result, options)
                     : print_text(result, options, widest_name(candidates));
        flush_output();
        if (interrupted) {
            break;
        }
    }
    if (!options.json) {
        print_contracts(candidates);
    }
    print_summary(counts, interrupted, options.json);
    flush_output();
    return status_of(counts, interrupted);
}

}  // namespace onceproof::cli
