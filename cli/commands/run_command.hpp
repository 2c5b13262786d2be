// `onceproof run`: runs many seeds of some scenarios and reports on each. See docs/command.md.
#pragma once

#include "cli/exit_status.hpp"
#include "cli/find.hpp"
#include "cli/record.hpp"
#include "scenarios/scenario.hpp"
#include "search/exhaustive/exhaustive_search.hpp"
#include "search/gate.hpp"
#include "search/workers/campaign.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace onceproof::cli {

struct run_options {
    std::vector<std::string> scenarios;             // none: all, if there are no files either
    std::vector<std::string> scenario_files;        // of the user's own
    std::optional<std::uint64_t> seed;              // run this one alone
    std::optional<std::uint64_t> seeds;             // run so many
    std::optional<std::string> seeds_from;          // and begin where this revision says
    std::optional<std::chrono::milliseconds> time;  // of real time, for all scenarios together
    unsigned jobs = 1;
    bool json = false;
    bool colour = false;
    bool quiet = false;  // no progress line
    scenarios::implementation_words under_test{};
    bool shrinks = true;                          // make what was found small
    std::string findings = "onceproof-findings";  // the folder to keep it in
    results_words results{};
    std::string regressions;  // a folder of plan files that must hold; empty: none

    // Not seeds, but all plans with at most so many faults, or all around deadlines.
    std::optional<std::size_t> faults;
    bool deadlines = false;
    std::uint64_t plans_max = UINT64_MAX;
    search::shard part{};
    bool counts = false;  // of each kind of fault
    std::string resume;   // the file that says how far an earlier search has come; empty: none
};

using search::candidate;

// Runs what OPTIONS name and reports on standard output.
exit_status run(const run_options& options);

// The same of these, whatever options.scenarios says.
exit_status run(std::span<const candidate> candidates, const run_options& options);

}  // namespace onceproof::cli
