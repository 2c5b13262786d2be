// Runs that a report quotes: chosen among many, and run once more to be told. All are run in
// workers.
#pragma once

#include "search/runner.hpp"
#include "search/workers/campaign.hpp"

#include <cstdint>
#include <functional>
#include <optional>

namespace onceproof::search {

// Who tells runs. It is asked in workers.
struct run_writer {
    // How many lines the run takes that P has just run.
    std::function<std::uint64_t(const runner& p)> length;

    // Tells that run, with its picture.
    std::function<example_result(const run_report& run, const runner& p)> tell;
};

struct example {
    std::uint64_t seed = 0;
    example_result result;
};

// So many seeds are looked at for one that is short to tell.
inline constexpr std::uint64_t seeds_to_quote_from = 50;

// The first of the shortest among the first of these seeds that hold by themselves; nothing if none
// does, or it is too long. Requires: S and BY outlive it.
std::optional<example> find_example(campaign& search, const scenarios::scenario& s,
                                    const designs::implementation& by, const run_writer& who,
                                    seed_range seeds,
                                    std::function<void(const progress&)> on_progress = {});

}  // namespace onceproof::search
