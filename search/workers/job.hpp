// What a worker is asked to do, and what comes of it, as values.
//
// What all jobs of a campaign have in common (the scenario, who plays it, the options of a search)
// is known to its workers from the start; a job is the rest. codec.hpp makes bytes of both.
#pragma once

#include "faults/strategies/plan_search.hpp"
#include "scenarios/trial.hpp"
#include "search/finding.hpp"
#include "search/player.hpp"
#include "search/proof/window.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace onceproof::search {

// --- Jobs ---

// Plays the run of a seed. Gives a run_told.
struct play_seed {
    std::uint64_t seed = 0;

    friend bool operator==(const play_seed&, const play_seed&) = default;
};

// Plays a plan that must hold. Gives a plan_told.
struct play_plan {
    scenarios::trial what;

    friend bool operator==(const play_plan&, const play_plan&) = default;
};

// Plays a part of an exhaustive search. Gives a part_told.
struct search_part {
    std::uint64_t part = 0;  // 0: the run that all others are changes of

    friend bool operator==(const search_part&, const search_part&) = default;
};

// Plays these runs of a performer up to the first that breaks something. Gives a proof_told.
struct prove_part {
    std::uint64_t performer = 0;  // its place among those of the proof
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
    scenarios::trial what;
    std::string rule;

    friend bool operator==(const shrink_plan&, const shrink_plan&) = default;
};

// Finds out how long the run of a seed is to tell. Gives a length_told, or nothing if the run broke
// a rule or did not reach all that its scenario is about.
struct measure_run {
    std::uint64_t seed = 0;

    friend bool operator==(const measure_run&, const measure_run&) = default;
};

// Tells the run of a seed, with its picture. Gives an exhibit_told.
struct tell_run {
    std::uint64_t seed = 0;

    friend bool operator==(const tell_run&, const tell_run&) = default;
};

// Measures where a design is open. Gives a windows_told.
struct measure_windows {
    std::string subject;

    friend bool operator==(const measure_windows&, const measure_windows&) = default;
};

using job = std::variant<play_seed, play_plan, search_part, prove_part, shrink_seed, shrink_plan,
                         measure_run, tell_run, measure_windows>;

// --- What comes of them ---

struct run_told {
    sim::trace_hash hash{};
    std::uint64_t marks = 0;       // see run_report::marks
    std::uint32_t not_judged = 0;  // bit i: the rule of that number was not

    friend bool operator==(const run_told&, const run_told&) = default;
};

struct plan_told {
    std::string unmet;  // a point that the run never came to; empty: it came to all of the plan's

    friend bool operator==(const plan_told&, const plan_told&) = default;
};

struct part_told {
    sim::trace_hash hash{};   // of the hashes of all its runs
    std::uint64_t roots = 0;  // of part 0: how many other parts there are, in all shards
    faults::search_counts counts{};
    std::array<std::uint64_t, 64> marks{};    // plans that reached scenario::must_reach[i]
    std::uint64_t violating = 0;              // plans that broke a rule
    std::uint64_t met = 0;                    // see around_deadlines::met
    std::vector<std::uint64_t> behaviours;    // different ones, sorted
    bool behaviours_cut = false;              // there were more
    std::optional<scenarios::trial> plan;     // the first that broke a rule
    std::uint64_t moment_plans = 0;           // of part 0: see certificate
    std::uint64_t moment_plans_left_out = 0;  // likewise

    friend bool operator==(const part_told&, const part_told&) = default;
};

struct proof_told {
    std::uint64_t runs = 0;
    std::chrono::milliseconds took{};
    std::optional<finding> first;  // what the last of these runs broke

    friend bool operator==(const proof_told&, const proof_told&) = default;
};

struct length_told {
    std::uint64_t lines = 0;

    friend bool operator==(const length_told&, const length_told&) = default;
};

struct exhibit_told {
    sim::trace_hash hash{};
    std::uint64_t intents = 0;
    std::uint64_t effects = 0;
    std::string story;    // for people
    std::string picture;  // likewise: an <svg> element

    friend bool operator==(const exhibit_told&, const exhibit_told&) = default;
};

struct windows_told {
    std::vector<window> windows;
    std::vector<lateness> late;

    friend bool operator==(const windows_told&, const windows_told&) = default;
};

using told = std::variant<std::monostate, run_told, plan_told, part_told, proof_told, finding,
                          length_told, exhibit_told, windows_told>;

struct outcome {
    std::vector<finding> broken;  // each rule once; one that ended the process is alone
    search::told told{};          // nothing, if the process ended

    friend bool operator==(const outcome&, const outcome&) = default;
};

// What R broke: each rule once, with what was seen first. What went wrong with the run itself is
// last.
std::vector<finding> broken_in(const run_report& r);

// Of a play_seed.
outcome outcome_of(const run_report& r);

}  // namespace onceproof::search
