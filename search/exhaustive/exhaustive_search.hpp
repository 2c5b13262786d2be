// Runs every plan of a kind against one scenario, and says what was exhausted: all with at most K
// faults, or all that bring it to a moment at which something runs out.
//
// The search is cut into parts that are run apart from each other: part 0 is the run of which
// all others are changes, part n the nth subtree (faults/strategies/plan_search.hpp). A part is
// what a campaign runs as a "seed", so workers, crashes, hangs and interrupts are handled as for
// runs.
//
// A search of all with at most K faults runs the scenario's own plan as well, in part 0, whatever
// number of faults that has: its marks, and what it breaks, count all the same. If it names moments
// it is run at all of their points (search/moments/moments.hpp). It is not among the plans that are
// counted, and nothing is added to it.
#pragma once

#include "faults/strategies/plan_search.hpp"
#include "search/workers/campaign.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace onceproof::search {

// One part of a search that is divided among machines: those whose number leaves `number` - 1 when
// divided by `of`.
struct shard {
    std::uint64_t number = 1;
    std::uint64_t count = 1;
};

struct certificate;

struct exhaustive_options {
    // All plans with so many faults at most; without a number those of
    // search/exhaustive/deadlines.hpp.
    std::optional<std::size_t> faults_max = 1;
    std::uint64_t plans_max = UINT64_MAX;  // no part is begun after so many
    shard part{};

    // Called some times a second with what is known so far: of the parts that are done, without
    // gaps.
    std::function<void(const certificate&)> on_seen{};
};

struct certificate {
    std::string calm;              // the trace hash of the first run: which implementation it was
    std::uint64_t parts = 0;       // that there are, in this shard
    std::uint64_t parts_done = 0;  // from the first on, without gaps
    faults::search_counts counts;
    std::vector<std::uint64_t> behaviours;  // different ones, sorted
    bool behaviours_cut = false;            // there were more than could be told
    std::array<std::uint64_t, 64> goals{};  // plans that reached scenario::must_reach[i]
    std::uint64_t met = 0;                  // see around_deadlines::met
    std::uint64_t violating = 0;            // plans that broke a rule
    std::uint64_t moment_plans =
        0;  // the scenario's own, at the points of its moments; 0: it has none
    std::uint64_t moment_plans_left_out = 0;  // that there are beside these
    std::vector<finding> found;  // one for each rule, by its first plan; none: a process died, and
                                 // did not when it did it again
    bool interrupted = false;
    std::chrono::nanoseconds elapsed{};

    bool is_complete() const { return parts_done == parts && !interrupted; }
};

// One that an earlier search is said to have come to, and is of another search, or none at all.
class bad_certificate : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

// Requires: as campaign. WHO: is told of progress, in parts, and of what broke. BEFORE: what an
// earlier search of the same name came to; throws a bad_certificate if its first run was another
// one, or it had other parts.
certificate search_exhaustively(const scenarios::scenario& s, const designs::implementation& by,
                                const exhaustive_options& options, const campaign_options& how,
                                const campaign_listener& who = {},
                                const certificate* before = nullptr);

}  // namespace onceproof::search
