// `onceproof run`: plays many seeds of some scenarios and reports on each. See docs/command.md.
#pragma once

#include "cli/exit_status.hpp"
#include "scenarios/campaign.hpp"
#include "scenarios/scenario.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace onceproof::cli {

struct run_options {
    std::vector<std::string> scenarios;             // none: all
    std::optional<std::uint64_t> seed;              // play this one alone
    std::optional<std::uint64_t> seeds;             // play so many
    std::optional<std::string> seeds_from;          // and begin where this revision says
    std::optional<std::chrono::milliseconds> time;  // of real time, for all scenarios together
    unsigned jobs = 1;
    bool json = false;
    bool colour = false;
    bool quiet = false;  // no progress line
};

// A scenario, and how to play it.
struct candidate {
    const scenarios::scenario* what;
    scenarios::play_factory play;
};

// Plays what OPTIONS name and reports on standard output.
exit_status run(const run_options& options);

// The same of these, whatever options.scenarios says.
exit_status run(std::span<const candidate> candidates, const run_options& options);

}  // namespace onceproof::cli
