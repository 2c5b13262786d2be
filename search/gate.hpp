// The gate: runs what was once found, then many seeds of some scenarios, judges each, makes small
// what broke, and chooses the runs that a report quotes. Whoever asks for it only has to tell.
#pragma once

#include "search/grounds.hpp"
#include "search/proof/example.hpp"
#include "search/proof/regressions.hpp"
#include "search/workers/campaign.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace onceproof::search {

// A scenario, and how to run it.
struct candidate {
    const scenarios::scenario* scenario;
    job_function_factory run;  // of seeds
    designs::implementation under_test;
};

// The seeds of one scenario, judged.
struct judged {
    tally seen;  // with findings made small, if they could be
    grounds rests_on;
    verdict result = verdict::held;
};

struct judged_regressions {
    regressions_seen seen;
    grounds rests_on;
    verdict result = verdict::held;
};

struct gate_options {
    seed_range seeds;
    std::optional<std::chrono::nanoseconds> time{};  // of real time, for all scenarios together
    campaign_options how{};
    bool shrinks = true;

    // Who tells a run of that one, to be quoted; nothing if none is to be.
    std::function<std::optional<run_writer>(const candidate&)> writer_of{};
};

// Who is told. Of a scenario: that it begins, how many runs are made so far, what broke, as soon
// as it is known, then its judgement, and at last a run to quote.
struct gate_listener {
    std::function<void(std::uint64_t plans)> on_regressions_begin;
    std::function<void(const judged_regressions&)> on_regressions;
    std::function<void(const candidate&)> on_begin;
    std::function<void(std::uint64_t runs)> on_count;
    std::function<void(const candidate&, const finding&)> on_broken;
    std::function<void(const candidate&, const judged&)> on_judged;
    std::function<void(const candidate&, const example&)> on_example;
    std::function<void(std::string_view doing, const progress&)> on_progress;
};

struct gate_end {
    verdict_counts counts;
    bool interrupted = false;
};

// Requires: as campaign; who listens to everything.
gate_end run_gate(std::span<const candidate> candidates, const std::vector<regression>& known,
                  const gate_options& options, const gate_listener& who);

}  // namespace onceproof::search
