// What a results file holds, as values: what there was to run, what was run, and what was seen.
// results.hpp writes and reads it; every report is made of it and of nothing else.
//
// Names of implementations: a subject, and the mutant of it that ran, empty if it was whole. Texts
// are as they were seen, unescaped, unless it says otherwise.
#pragma once

#include "search/verdict.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceproof::reports {

// What decides whether a run can be repeated.
struct build {
    std::string version;
    std::string commit;
    std::string compiler;
    std::string boost;
    std::int64_t trace_format = 0;

    // "onceproof 0.1.0 (abc), GNU 12.2.0, Boost 1.81.0, trace format 1"
    std::string text() const;

    friend bool operator==(const build&, const build&) = default;
};

struct named_words {
    std::string name;
    std::string words;
};

// --- What there is to run, as the build has it ---

struct scenario_entry {
    std::string name;
    std::string summary;
    std::vector<std::string> goals;  // what it must reach
};

struct subject_entry {
    std::string name;
    std::string summary;
    std::string contract;
    std::string arbiter;
    std::string keeps_key_in;
    std::string weakness;                  // empty: exactly once
    std::vector<std::string> constraints;  // "records: PRIMARY KEY (tenant, operation, key)"
};

struct mutant_entry {
    std::string name;
    std::string guard;
    std::string mistake;
    std::string subject;
};

struct contract_entry {
    std::string name;
    std::string summary;
    std::string source;
    std::vector<named_words> promises;
    std::vector<named_words> retry;    // the numbers of its retry policy
    std::vector<named_words> remarks;  // "danger" or "remark", and a sentence
};

struct catalogue {
    std::vector<scenario_entry> scenarios;
    std::vector<subject_entry> subjects;
    std::vector<named_words> guards;
    std::vector<mutant_entry> mutants;
    std::vector<contract_entry> contracts;
    std::vector<named_words> rules;
};

// --- What was run ---

// A search::finding as a file keeps it: its plan is text, since a build that reads it need not have
// the scenario.
struct finding_entry {
    std::string rule;
    std::string sentence;
    std::uint64_t first_seed = 0;
    std::uint64_t seeds = 0;  // how many, or how many plans
    std::string plan;         // the smallest that breaks the same, as a plan file; empty: none
    std::string story;        // what went wrong, in words, a line each, escaped; may be empty
    std::string again;        // the command that runs it again
};

// Of `--faults` and `--deadlines`: what was exhausted.
struct search_entry {
    std::optional<std::uint64_t> faults_max = 0;  // none: those around deadlines
    std::uint64_t shard = 1;
    std::uint64_t shards = 1;
    std::uint64_t parts = 0;
    std::uint64_t parts_done = 0;
    std::uint64_t behaviours = 0;
    bool behaviours_cut = false;
    std::uint64_t not_extended = 0;
    std::uint64_t violating = 0;
    std::uint64_t not_run = 0;  // they would leave what others left
};

// One scenario, run for many seeds or plans. Without a scenario: the regressions.
struct campaign_entry {
    std::string scenario;
    std::string subject;
    std::string mutant;
    std::string among;  // what could go wrong: "with disk faults, only power cut"; empty: the usual
    std::uint64_t first_seed = 0;
    std::uint64_t wanted = 0;  // how many seeds; 0: until the time was up
    std::uint64_t runs = 0;    // or plans
    std::string hash;          // of all runs; empty: interrupted, or not over
    std::uint64_t milliseconds = 0;
    std::optional<search::verdict> verdict;  // none: it is not over
    std::vector<std::string> missing;        // what keeps it from being shown to hold
    std::vector<std::uint64_t> goals;        // how many runs reached each
    std::vector<named_words> not_judged;     // a rule, and in how many runs
    std::vector<finding_entry> findings;
    std::optional<search_entry> search;
};

// One run, told, to be quoted.
struct example_entry {
    std::string scenario;
    std::string subject;
    std::uint64_t seed = 0;
    std::string hash;
    std::uint64_t intents = 0;
    std::uint64_t effects = 0;
    std::string story;    // lines, escaped
    std::string picture;  // a whole <svg> element that needs nothing from elsewhere; empty: none
};

// What came of an implementation in a proof.
struct proof_entry {
    std::string subject;
    std::string mutant;
    std::uint64_t runs = 0;
    std::uint64_t scenarios = 0;
    std::uint64_t milliseconds = 0;
    bool broke = false;
    std::string scenario;  // the rest: where and how it broke
    finding_entry first;
};

struct window_entry {
    std::string subject;
    std::string from;
    std::string to;
    std::string first;
    std::string last;
    std::uint64_t points = 0;
    std::uint64_t nanoseconds = 0;
    std::string fault_kinds;  // "kill after, silence"
    std::string sentence;
};

struct lateness_entry {
    std::string subject;
    std::uint64_t nanoseconds = 0;
    std::uint64_t points = 0;
    std::vector<std::string> breaks;
};

// One command.
struct run_entry {
    std::string command;  // its words
    std::string began;    // 2026-01-31T23:59:59Z
    std::string ended;    // empty: it has not, or was killed
    std::int64_t status = 0;
    std::vector<campaign_entry> campaigns;
    std::vector<example_entry> examples;
    std::vector<proof_entry> proofs;
    std::vector<window_entry> windows;
    std::vector<lateness_entry> latenesses;
};

// Everything by one build.
struct evidence {
    build made_by;
    catalogue contents;
    std::vector<run_entry> runs;  // in the order in which they began
    std::uint64_t left_out = 0;   // runs in the same file, by other builds
};

}  // namespace onceproof::reports
