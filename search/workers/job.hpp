// What a worker is asked to do, and what comes of it, as values.
//
// What all jobs of a campaign have in common (the scenario, what runs it, the options of a search)
// is known to its workers from the start; a job is the rest. codec.hpp makes bytes of both.
#pragma once

#include "faults/strategies/plan_search.hpp"
#include "scenarios/trial.hpp"
#include "search/finding.hpp"
#include "search/proof/window.hpp"
#include "search/runner.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace onceproof::search {

// --- Jobs ---

// Makes the run of a seed. Gives a seed_result.
struct run_seed {
    std::uint64_t seed = 0;

    friend bool operator==(const run_seed&, const run_seed&) = default;
};

// Runs a plan that must hold. Gives a plan_result.
struct run_plan {
    scenarios::trial trial;

    friend bool operator==(const run_plan&, const run_plan&) = default;
};

// Runs a part of an exhaustive search. Gives a part_result.
struct search_part {
    std::uint64_t part = 0;  // 0: the run that all others are changes of

    friend bool operator==(const search_part&, const search_part&) = default;
};

// Runs these runs of an implementation up to the first that breaks something. Gives a proof_result.
struct prove_part {
    std::uint64_t implementation = 0;  // its place among those of the proof
    std::uint64_t first = 0;
    std::uint64_t end = 0;

    friend bool operator==(const prove_part&, const prove_part&) = default;
};

// Makes a failure small. Gives a finding, or nothing if that run does not break that rule.
struct shrink_seed {
    std::uint64_t seed = 0;
    std::string rule;

    friend bool operator==(const shrink_seed&, const shrink_seed&) = default;
};
struct shrink_plan {
    scenarios::trial trial;
    std::string rule;

    friend bool operator==(const shrink_plan&, const shrink_plan&) = default;
};

// Finds out how long the run of a seed is to tell. Gives a length_result, or nothing if the run
// broke a rule or did not reach all that its scenario is about.
struct measure_run {
    std::uint64_t seed = 0;

    friend bool operator==(const measure_run&, const measure_run&) = default;
};

// Tells the run of a seed, with its picture. Gives an example_result.
struct quote_run {
    std::uint64_t seed = 0;

    friend bool operator==(const quote_run&, const quote_run&) = default;
};

// Measures where a design is open. Gives a windows_result.
struct measure_windows {
    std::string subject;

    friend bool operator==(const measure_windows&, const measure_windows&) = default;
};

using job = std::variant<run_seed, run_plan, search_part, prove_part, shrink_seed, shrink_plan,
                         measure_run, quote_run, measure_windows>;

// --- What comes of them ---

struct seed_result {
    sim::trace_hash hash{};
    std::uint64_t goals = 0;       // see run_report::goals
    std::uint32_t not_judged = 0;  // bit i: the rule of that number was not

    friend bool operator==(const seed_result&, const seed_result&) = default;
};

struct plan_result {
    std::string unmet;  // a point that the run never came to; empty: it came to all of the plan's

    friend bool operator==(const plan_result&, const plan_result&) = default;
};

struct part_result {
    sim::trace_hash hash{};   // of the hashes of all its runs
    std::uint64_t roots = 0;  // of part 0: how many other parts there are, in all shards
    faults::search_counts counts{};
    std::array<std::uint64_t, 64> goals{};    // plans that reached scenario::must_reach[i]
    std::uint64_t violating = 0;              // plans that broke a rule
    std::uint64_t met = 0;                    // see around_deadlines::met
    std::vector<std::uint64_t> behaviours;    // different ones, sorted
    bool behaviours_cut = false;              // there were more
    std::optional<scenarios::trial> plan;     // the first that broke a rule
    std::uint64_t moment_plans = 0;           // of part 0: see certificate
    std::uint64_t moment_plans_left_out = 0;  // likewise

    friend bool operator==(const part_result&, const part_result&) = default;
};

struct proof_result {
    std::uint64_t runs = 0;
    std::chrono::milliseconds took{};
    std::optional<finding> first;  // what the last of these runs broke

    friend bool operator==(const proof_result&, const proof_result&) = default;
};

struct length_result {
    std::uint64_t lines = 0;

    friend bool operator==(const length_result&, const length_result&) = default;
};

struct example_result {
    sim::trace_hash hash{};
    std::uint64_t intents = 0;
    std::uint64_t effects = 0;
    std::string story;    // for people
    std::string picture;  // likewise: an <svg> element

    friend bool operator==(const example_result&, const example_result&) = default;
};

struct windows_result {
    std::vector<window> windows;
    std::vector<lateness> late;

    friend bool operator==(const windows_result&, const windows_result&) = default;
};

using job_result = std::variant<std::monostate, seed_result, plan_result, part_result, proof_result,
                                finding, length_result, example_result, windows_result>;

struct outcome {
    std::vector<finding> broken;  // each rule once; one that ended the process is alone
    search::job_result result{};  // nothing, if the process ended

    friend bool operator==(const outcome&, const outcome&) = default;
};

// What R broke: each rule once, with what was seen first. What went wrong with the run itself is
// last.
std::vector<finding> broken_in(const run_report& r);

// Of a run_seed.
outcome outcome_of(const run_report& r);

}  // namespace onceproof::search
