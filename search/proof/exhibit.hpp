// Runs that a report quotes: chosen among many, and played once more to be told. All are played in
// workers.
#pragma once

#include "search/player.hpp"
#include "search/workers/campaign.hpp"

#include <cstdint>
#include <functional>
#include <optional>

namespace onceproof::search {

// Who tells runs. It is asked in workers.
struct teller {
    // How many lines the run takes that P has just played.
    std::function<std::uint64_t(const player& p)> length;

    // Tells that run, with its picture.
    std::function<exhibit_told(const run_report& run, const player& p)> tell;
};

struct exhibit {
    std::uint64_t seed = 0;
    exhibit_told told;
};

// So many seeds are looked at for one that is short to tell.
inline constexpr std::uint64_t seeds_to_quote_from = 50;

// The first of the shortest among the first of these seeds that hold by themselves; nothing if none
// does, or it is too long. Requires: S and BY outlive it.
std::optional<exhibit> find_exhibit(campaign& search, const scenarios::scenario& s,
                                    const designs::performer& by, const teller& who,
                                    seed_range seeds,
                                    std::function<void(const progress&)> on_progress = {});

}  // namespace onceproof::search
