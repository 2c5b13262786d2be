// How the evidence report tells the runs that it quotes.
#pragma once

#include "reports/evidence.hpp"
#include "search/gate.hpp"

#include <optional>

namespace onceproof::cli {

// Nothing if the report does not quote runs of that scenario.
std::optional<search::run_writer> writer_for(const search::candidate& c);

reports::example_entry example_entry_of(const search::candidate& c, const search::example& run);

}  // namespace onceproof::cli
