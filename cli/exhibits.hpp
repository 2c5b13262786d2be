// How the evidence report tells the runs that it quotes.
#pragma once

#include "reports/evidence.hpp"
#include "search/gate.hpp"

#include <optional>

namespace onceproof::cli {

// Nothing if the report does not quote runs of that scenario.
std::optional<search::teller> teller_for(const search::candidate& c);

reports::exhibit_entry exhibit_entry_of(const search::candidate& c, const search::exhibit& run);

}  // namespace onceproof::cli
