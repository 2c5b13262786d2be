// The one place where a verdict is decided, whatever was run: a run, many seeds, all plans of a
// kind, or plans that must hold.
#pragma once

#include "faults/injector.hpp"
#include "scenarios/trial.hpp"
#include "search/exhaustive/exhaustive_search.hpp"
#include "search/finding.hpp"
#include "search/proof/regressions.hpp"
#include "search/runner.hpp"
#include "search/verdict.hpp"
#include "search/workers/campaign.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace onceproof::search {

// What a verdict rests on.
struct grounds {
    bool broke = false;                  // a rule
    std::vector<std::string> missing{};  // what keeps it from being shown to hold, a sentence each
};

verdict verdict_on(const grounds& g);

// Of a run of T. A plan is about its faults, FATES, all of which it has to meet; a seed about its
// scenario's marks.
grounds grounds_of(const scenarios::trial& t, bool is_plan,
                   std::span<const faults::injector::fate> fates, const run_report& run);

// Of many seeds of S. SEEDS without end are those that the user set no number for.
grounds grounds_of(const scenarios::scenario& s, const tally& seen, seed_range seeds);

// Of plans that must hold.
grounds grounds_of(const regressions_seen& seen);

// Of an exhaustive search of S.
grounds grounds_of(const scenarios::scenario& s, const certificate& seen);

// How many came to each verdict.
struct verdict_counts {
    std::array<std::uint64_t, 3> each{};
    std::optional<gravity> gravest{};  // of what broke

    std::uint64_t count(verdict v) const { return each[static_cast<std::size_t>(v)]; }
    void add(verdict v, std::span<const finding> broken);
};

}  // namespace onceproof::search
