// Jobs and what comes of them as bytes, for another process, a file or another machine.
//
// Scenarios, subjects and mutants are told by name, and a trial as its plan file: so what may go
// wrong where it is run is not part of it, as in a plan file.
#pragma once

#include "search/workers/job.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace onceproof::search {

std::string encode(const job& j);
std::string encode(const outcome& o);

// Nothing if BYTES are anything else than what encode() made.
std::optional<job> decode_job(std::string_view bytes);
std::optional<outcome> decode_outcome(std::string_view bytes);

}  // namespace onceproof::search
