// How the evidence report tells the runs that it quotes.
#pragma once

#include "reports/evidence.hpp"
#include "scenarios/gate.hpp"

#include <optional>

namespace onceproof::cli {

// Nothing if the report does not quote runs of that scenario.
std::optional<scenarios::teller> teller_for(const scenarios::candidate& c);

reports::exhibit_entry exhibit_entry_of(const scenarios::candidate& c,
                                        const scenarios::exhibit& run);

}  // namespace onceproof::cli
