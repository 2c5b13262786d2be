// See prove_command.hpp.
#include "cli/commands/prove_command.hpp"

#include "base/escape.hpp"
#include "cli/find.hpp"
#include "cli/findings.hpp"
#include "cli/progress.hpp"
#include "cli/report_parts.hpp"
#include "cli/window_report.hpp"
#include "scenarios/scenario.hpp"
#include "search/proof/proof.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace onceproof::cli {
namespace {

namespace json = boost::json;
using designs::mutant;
using designs::subject;
using search::finding;
using search::searched;

// Of these subjects, the mutants that lack one of these guards.
std::vector<const mutant*> mutants_of(const std::vector<const subject*>& which,
                                      const std::vector<std::string>& wanted) {
    std::vector<const mutant*> some;
    for (const designs::guard& g : designs::guards()) {
        const bool is_wanted =
            wanted.empty() || std::find(wanted.begin(), wanted.end(), g.name) != wanted.end();
        for (const mutant& m : designs::all_mutants()) {
            const bool of_these = std::any_of(
                which.begin(), which.end(), [&](const subject* s) { return s->name == m.subject; });
            if (is_wanted && of_these && m.guard == g.name) {
                some.push_back(&m);
            }
        }
    }
    return some;
}

// Those that are named, or all; without whom no mutant is of, if guards are.
std::vector<const subject*> subjects_for(const prove_options& options) {
    std::vector<const subject*> which;
    for (const subject& s : designs::subjects()) {
        const bool is_named = options.subject.empty() || options.subject == s.name;
        const bool has_some = options.guards.empty() || !mutants_of({&s}, options.guards).empty();
        if (is_named && has_some) {
            which.push_back(&s);
        }
    }
    return which;
}

struct kept_row {
    searched row;
    std::optional<kept_finding> first{};  // what it broke

    // A run that was not even finished has no scenario that could be told.
    bool has_line() const { return first && !first->finding.scenario.empty(); }

    // The command that runs it again. Requires: there is one.
    std::string line() const {
        return again(*first, *scenarios::find(first->finding.scenario), row.under_test);
    }
};

kept_row keep_row(const searched& row, const std::string& folder) {
    kept_row kept{row};
    if (row.first) {
        kept.first.emplace(kept_finding{*row.first});
    }
    if (kept.has_line()) {
        kept.first =
            keep(folder, *scenarios::find(row.first->scenario), row.under_test, *row.first);
    }
    return kept;
}

std::vector<kept_row> keep_rows(const std::vector<searched>& rows, const std::string& folder) {
    std::vector<kept_row> all;
    for (const searched& row : rows) {
        all.push_back(keep_row(row, folder));
    }
    return all;
}

void print_first(const kept_row& kept) {
    const finding& first = kept.first->finding;
    if (first.story.empty()) {
        fmt::print("        {}: {}\n", base::escape(first.rule), base::escape(first.sentence));
    }
    for (const std::string& line : first.story) {
        fmt::print("        {}\n", base::escape(line));
    }
    if (kept.has_line()) {
        fmt::print("        reproduce: {}\n", kept.line());
    }
}

void print_intact(const std::vector<kept_row>& intact) {
    if (!intact.empty()) {
        fmt::print("intact\n");
    }
    for (const kept_row& kept : intact) {
        const searched& row = kept.row;
        fmt::print("    {:<20} {}  {} runs of {} scenarios, {} ms\n", row.under_test.design->name,
                   row.broke() ? "BROKEN" : "held  ", row.runs, row.scenarios, row.took.count());
        if (row.broke()) {
            print_first(kept);
        } else {
            fmt::print("        by the contract '{}'{}{}\n", row.under_test.design->promised->name,
                       row.under_test.design->weakness.empty() ? "" : ". ",
                       row.under_test.design->weakness);
        }
    }
}

void print_mutants(const std::vector<kept_row>& mutants) {
    std::string_view guard;
    for (const kept_row& kept : mutants) {
        const searched& row = kept.row;
        if (row.under_test.lacks->guard != guard) {
            guard = row.under_test.lacks->guard;
            fmt::print("\nwithout '{}': {}\n", guard, designs::find_guard(guard)->statement);
        }
        fmt::print("    {:<30} {} after {} run{}, {} ms{}\n", row.under_test.lacks->name,
                   row.broke() ? "caught" : "SURVIVED", row.runs, row.runs == 1 ? "" : "s",
                   row.took.count(),
                   row.broke() ? fmt::format(", in {}", row.first->scenario) : std::string());
        if (row.broke()) {
            print_first(kept);
        } else {
            fmt::print("        {}\n", row.under_test.lacks->mistake);
        }
    }
}

json::object to_json(const kept_row& kept) {
    const searched& row = kept.row;
    json::object line = json_line(row.under_test.lacks == nullptr ? "subject" : "mutant");
    line["subject"] = row.under_test.design->name;
    if (row.under_test.lacks != nullptr) {
        line["mutant"] = row.under_test.lacks->name;
        line["guard"] = row.under_test.lacks->guard;
        line["mistake"] = row.under_test.lacks->mistake;
    } else {
        line["contract"] = row.under_test.design->promised->name;
    }
    line["broke"] = row.broke();
    line["runs"] = row.runs;
    line["milliseconds"] = row.took.count();
    if (row.broke()) {
        line["scenario"] = row.first->scenario;
        line["rule"] = base::escape(row.first->rule);
        line["sentence"] = base::escape(row.first->sentence);
        line["story"] = json::value_from(row.first->story);
        if (kept.has_line()) {
            line["again"] = kept.line();
        }
    }
    return line;
}

reports::proof_entry proof_entry_of(const kept_row& kept) {
    const searched& row = kept.row;
    reports::proof_entry entry;
    entry.subject = row.under_test.design->name;
    entry.mutant =
        row.under_test.lacks == nullptr ? std::string_view() : row.under_test.lacks->name;
    entry.runs = row.runs;
    entry.scenarios = row.scenarios;
    entry.milliseconds = static_cast<std::uint64_t>(row.took.count());
    entry.broke = row.broke();
    if (row.broke()) {
        entry.scenario = row.first->scenario;
        entry.first =
            finding_entry_of(kept.first->finding, kept.has_line() ? kept.line() : std::string());
        entry.first.sentence = row.first->sentence;
    }
    return entry;
}

// While it is searched: its plan is not kept yet.
reports::proof_entry proof_entry_of(const searched& row) {
    kept_row bare{row};
    if (row.first) {
        bare.first.emplace(kept_finding{*row.first});
        bare.first->finding.plan.reset();
        bare.first->finding.story.clear();
    }
    return proof_entry_of(bare);
}

void print_totals(const search::proof_totals& sum, bool as_json) {
    if (as_json) {
        json::object line = json_line("proof");
        line["guards_proven"] = sum.guards;
        line["mutants_caught"] = sum.caught;
        line["mutants_survived"] = sum.survived;
        line["intact_broken"] = sum.broken;
        line["median_runs"] = sum.median;
        print_line(line);
        return;
    }
    fmt::print("\n{} guard{} proven, {} mutant{} caught, {} survived", sum.guards,
               sum.guards == 1 ? "" : "s", sum.caught, sum.caught == 1 ? "" : "s", sum.survived);
    fmt::print("; median {} runs to catch one\n", sum.median);
}

void print_rows(const search::proof& seen, const prove_options& options, record& to) {
    const std::vector<kept_row> intact = keep_rows(seen.intact, options.findings);
    const std::vector<kept_row> mutants = keep_rows(seen.mutants, options.findings);
    for (const auto* rows : {&intact, &mutants}) {
        for (const kept_row& kept : *rows) {
            to.add(proof_entry_of(kept));
            if (options.json) {
                print_line(to_json(kept));
            }
        }
    }
    if (!options.json) {
        print_intact(intact);
        print_mutants(mutants);
    }
}

}  // namespace

exit_status prove(const prove_options& options) {
    for (const std::string& name : options.guards) {
        scenarios::guard_named(name);
    }
    if (!options.subject.empty()) {
        scenarios::subject_named(options.subject);
    }
    const std::vector<const subject*> which = subjects_for(options);
    const std::vector<const mutant*> mutants = mutants_of(which, options.guards);
    if (which.empty()) {
        throw complaint(usage, fmt::format("'{}' has none of these guards", options.subject));
    }
    record record_of(options.results);
    progress_line progress(!options.quiet);
    search::campaign_options how;
    how.jobs = options.jobs;
    const auto tell = [&](const search::progress& p) {
        progress.show(fmt::format("{} of {} parts of the proof{}", p.jobs, p.total, eta(p)));
    };
    search::proof_options search;
    search.runs_max = options.runs_max;
    search.shrinks = options.shrinks;
    search.on_searched = [&](const searched& row) { record_of.add(proof_entry_of(row)); };
    const search::proof seen = search::prove(which, mutants, search, how, tell);
    progress.erase();
    print_rows(seen, options, record_of);
    const bool is_whole = !seen.interrupted && print_windows(which, how, options.json, record_of);
    const search::proof_totals sum = totals_of(seen);
    print_totals(sum, options.json);
    flush_output();
    if (!is_whole) {
        return record_of.end(interrupted);
    }
    return record_of.end(sum.holds() ? held : violated);
}

}  // namespace onceproof::cli
