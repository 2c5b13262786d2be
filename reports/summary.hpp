// What the evidence comes to. Of what was run several times from the same seed on, or up to as
// many faults, the last counts.
#pragma once

#include "reports/evidence.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::reports {

// How well a path is shown.
enum class level : std::uint8_t {
    written,   // there is a scenario for it; it was not run, or what it is about did not happen
    executed,  // it was run, and what it is about happened
    proven,    // and a mutant fell to it: there is a test that fails when its guard is removed
};

std::string_view to_text(level l);

// A scenario, over all that ran it whole.
struct path {
    const scenario_entry* scenario;
    std::uint64_t runs = 0;
    std::vector<std::uint64_t> goals;              // how many runs reached each
    std::vector<const campaign_entry*> campaigns;  // that count
    std::vector<const proof_entry*> caught;        // mutants that fell to it
    level shown = level::written;
    std::optional<search::verdict> verdict;  // the worst of its runs, if there are any
};

// A mutant, and what came of it; nothing if it was not searched.
struct mutant_row {
    const mutant_entry* mutant;
    const proof_entry* seen;
    bool whole_held;  // its subject, which it was compared with
};

struct guard_row {
    const named_words* guard;
    std::vector<mutant_row> mutants;

    // All its mutants were caught, and their subjects held without them.
    bool is_proven() const;
    bool has_survivor() const;
};

struct not_judged_row {
    std::string rule;
    std::uint64_t runs = 0;
    std::vector<std::string> where;  // scenario and subject
};

// A finding and where it is from. CAMPAIGN or PROOF.
struct broken {
    const finding_entry* finding;
    std::string scenario;
    std::string subject;
    std::string mutant;
};

// Values point into what they were made of.
struct summary {
    std::vector<const campaign_entry*>
        campaigns;  // that count, of scenarios, in the order of the catalogue
    const campaign_entry* regressions = nullptr;  // the last
    std::vector<path> paths;
    std::vector<guard_row> guards;
    std::vector<const proof_entry*> whole;  // subjects that were searched without taking anything
    std::vector<broken> findings;           // of whole implementations: what must not be
    std::vector<broken> expected;           // of mutants that somebody ran
    std::vector<not_judged_row> not_judged;
    std::uint64_t runs = 0;  // in runs that count
    std::uint64_t held = 0;  // paths by their verdict
    std::uint64_t violated = 0;
    std::uint64_t inconclusive = 0;

    std::uint64_t guards_proven() const;
    std::uint64_t mutants_caught() const;
    std::uint64_t mutants_survived() const;
    std::uint64_t median_runs_to_catch() const;  // 0: none was caught
};

summary summary_of(const evidence& e);

// The one that was told last; nullptr without one.
const example_entry* example_of(const evidence& e, std::string_view scenario);

// Which stretches of a search are missing, and what was run twice: a sentence each.
std::vector<std::string> gaps_in(const evidence& e);
std::vector<std::string> overlaps_in(const evidence& e);

// "1 run", "3 runs"
std::string counted(std::uint64_t n, std::string_view what);

// Which were run: "up to 2 faults", "around deadlines".
std::string plans_of(const search_entry& s);

// "key-per-attempt" or "claim-lease".
std::string implementation_of(std::string_view subject, std::string_view mutant);

}  // namespace onceproof::reports
