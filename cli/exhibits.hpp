// Runs that the evidence report quotes: played once more to be told, each in a worker.
#pragma once

#include "reports/evidence.hpp"
#include "scenarios/campaign.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace onceproof::cli {

// Whether the report quotes runs of S.
bool is_quoted(const scenarios::scenario& s);

// So many seeds are looked at for one that is short to tell.
inline constexpr std::uint64_t seeds_to_quote_from = 50;

// What a worker plays: as run_report::attachment the run told, or nothing if it broke a rule or did
// not reach all that S is about.
scenarios::play_factory tell_runs(const scenarios::scenario& s, const scenarios::performer& by);

// The shortest of TOLD, which are seeds with their attachments; nothing of nothing.
std::optional<reports::exhibit_entry> shortest_of(
    const std::vector<std::pair<std::uint64_t, std::string>>& told);

}  // namespace onceproof::cli
