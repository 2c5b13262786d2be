// See run_command.hpp.
#include "cli/commands/run_command.hpp"

#include "base/files.hpp"
#include "cli/commands/exhaustive_command.hpp"
#include "cli/examples.hpp"
#include "cli/find.hpp"
#include "cli/gate_report.hpp"
#include "cli/report_parts.hpp"
#include "search/exhaustive/deadlines.hpp"
#include "search/gate.hpp"
#include "search/proof/regressions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

namespace onceproof::cli {
namespace {

using scenarios::scenario;

constexpr std::uint64_t seeds_by_default = 1000;

search::seed_range seeds_of(const run_options& options) {
    if (options.seed) {
        return {*options.seed, 1};
    }
    const std::uint64_t first =
        options.seeds_from ? search::first_seed_from(*options.seeds_from) : 0;
    return {first, options.seeds.value_or(options.time ? UINT64_MAX : seeds_by_default)};
}

exit_status run_gate(std::span<const candidate> candidates, const run_options& options,
                     const std::vector<search::regression>& regressions, record& kept) {
    search::gate_options gate;
    gate.seeds = seeds_of(options);
    gate.time = options.time;
    gate.how.jobs = options.jobs;
    gate.shrinks = options.shrinks;
    if (kept.is_kept()) {
        gate.writer_of = &writer_for;
    }
    gate_report report(options, gate.seeds, widest_name(candidates), kept);
    const search::gate_end end =
        run_gate(candidates, regressions, gate, report.campaign_listener());
    if (!options.json) {
        print_contracts(candidates);
    }
    print_summary(end.counts, end.interrupted, options.json);
    flush_output();
    return status_of(end.counts, end.interrupted);
}

// The plan files in FOLDER, by name. Throws a complaint.
std::vector<search::regression> regressions_in(const std::string& folder) {
    namespace fs = std::filesystem;
    if (!fs::is_directory(folder)) {
        throw complaint(no_such_file, fmt::format("{}: there is no such folder", folder));
    }
    std::vector<search::regression> all;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".json") {
            run_words which;
            which.plan = entry.path().string();
            find_trial(which);  // complains by name of what cannot be read
            all.push_back({entry.path().stem().string(), which.plan, base::content_of(which.plan)});
        }
    }
    std::ranges::sort(all, {}, &search::regression::name);
    return all;
}

// A design with bounds is passed over, unless nothing else is left or it was NAMED, which is an
// error.
void leave_out_the_bounded(std::vector<candidate>& all, bool named) {
    const auto bounded = [](const candidate& c) {
        return !search::is_without_bounds(c.under_test);
    };
    const auto first = std::ranges::find_if(all, bounded);
    if (first != all.end() && (named || std::ranges::all_of(all, bounded))) {
        throw complaint(usage,
                        fmt::format("{}: --deadlines is for designs without bounds, and of {} it "
                                    "is known: {}",
                                    first->scenario->name, first->under_test.name(),
                                    first->under_test.design->weakness));
    }
    std::erase_if(all, bounded);
}

void expect_ways_to_deadlines(const std::vector<candidate>& all) {
    for (const candidate& c : all) {
        if (!search::has_ways_to_deadlines(c.under_test)) {
            throw complaint(usage, "--deadlines needs 'delay' or 'clock jump' to be injected");
        }
    }
}

exit_status run_and_record(std::span<const candidate> candidates, const run_options& options,
                           const std::vector<search::regression>& regressions) {
    record kept(options.results);
    return kept.end(options.faults || options.deadlines
                        ? run_exhaustively(candidates, options, kept)
                        : run_gate(candidates, options, regressions, kept));
}

}  // namespace

exit_status run(std::span<const candidate> candidates, const run_options& options) {
    return run_and_record(candidates, options, {});
}

exit_status run(const run_options& options) {
    std::vector<candidate> candidates;
    const auto add = [&](const scenario& s) {
        const designs::implementation by = scenarios::implementation_named(options.under_test, s);
        candidates.push_back({&s, search::run_with(s, by), by});
    };
    for (const std::string& name : options.scenarios) {
        add(scenarios::scenario_named(name));
    }
    for (const std::string& file : options.scenario_files) {
        add(scenario_from(file));
    }
    const bool are_named = !candidates.empty();
    if (!are_named) {
        for (const scenario& s : scenarios::all()) {
            if (scenarios::can_run(options.under_test, s)) {
                add(s);
            }
        }
        if (candidates.empty()) {
            implementation_named(options.under_test, scenarios::all().front());  // complains
        }
    }
    if (options.deadlines) {
        leave_out_the_bounded(candidates, are_named);
        expect_ways_to_deadlines(candidates);
    }
    std::vector<search::regression> regressions;
    if (!options.seed && options.under_test.text().empty()) {
        regressions = search::regressions();
    }
    if (!options.regressions.empty()) {
        std::ranges::move(regressions_in(options.regressions), std::back_inserter(regressions));
    }
    return run_and_record(candidates, options, regressions);
}

}  // namespace onceproof::cli
