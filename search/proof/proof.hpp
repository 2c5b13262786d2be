// Proves that guards matter: a subject holds under a search, and under the same search each of its
// mutants, which lack one guard each, is caught.
//
// The search runs the scenarios that suit the subject in turn, each with seed 0, then each with
// seed 1, and so on, with all that may go wrong there; with each odd seed disks may fail as well.
// Run i is the same for the intact subject and for each mutant.
//
// Of a subject that is not exactly-once it is not asked that it holds, so it is not searched. Its
// mutants are: one is caught in a run in which it breaks and the intact subject holds.
#pragma once

#include "designs/subject.hpp"
#include "search/workers/campaign.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace onceproof::search {

// What came of one implementation.
struct searched {
    designs::implementation under_test;
    std::uint64_t runs = 0;
    std::uint64_t scenarios = 0;  // that suit it
    std::chrono::milliseconds took{};
    std::optional<finding> first{};  // what it broke

    bool broke() const { return first.has_value(); }
};

struct proof_options {
    std::uint64_t runs_max = 10'000;  // of the intact subject, and of each mutant at most
    bool shrinks = true;              // make what was found small

    // Called when more is known of an implementation: of a mutant once, of an intact subject again
    // for each part of its runs.
    std::function<void(const searched&)> on_searched{};
};

struct proof {
    std::vector<searched> intact;   // a row for each subject
    std::vector<searched> mutants;  // in the order of guards
    bool interrupted = false;
};

// What a proof has come to.
struct proof_totals {
    std::size_t guards = 0;  // all of whose mutants were caught, of an intact subject that held
    std::size_t caught = 0;
    std::size_t survived = 0;
    std::size_t broken = 0;    // intact subjects
    std::uint64_t median = 0;  // of the runs that it took to catch

    // Whether it shows what it was to show.
    bool holds() const { return survived + broken == 0; }
};

proof_totals totals_of(const proof& seen);

// Requires: as campaign. Progress is told in parts of the search.
proof prove(const std::vector<const designs::subject*>& which,
            const std::vector<const designs::mutant*>& mutants, const proof_options& options,
            const campaign_options& how, std::function<void(const progress&)> on_progress = {});

}  // namespace onceproof::search
