// Runs that the evidence report quotes: chosen among many, and played once more to be told. All are
// played in workers.
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

// Seeds with their run_report::attachment.
using told_runs = std::vector<std::pair<std::uint64_t, std::string>>;

// What a worker plays to choose: it tells how long the run is to tell, or nothing if the run broke
// a rule or did not reach all that S is about.
scenarios::play_factory measure_runs(const scenarios::scenario& s, const scenarios::performer& by);

// The first of the shortest of MEASURED; nothing of nothing.
std::optional<std::uint64_t> shortest_of(const told_runs& measured);

// What a worker plays to tell that run, with its picture.
scenarios::play_factory tell_runs(const scenarios::scenario& s, const scenarios::performer& by);

// A run told.
reports::exhibit_entry exhibit_of(const told_runs::value_type& told);

}  // namespace onceproof::cli
