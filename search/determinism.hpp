// Does a run do the same when it is run again?
#pragma once

#include "search/runner.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace onceproof::search {

// Where two runs of one trial parted.
struct divergence {
    std::size_t event;  // index of the first event that differs; their number if none does
    std::unique_ptr<runner> first;  // both with their traces kept
    std::unique_ptr<runner> second;
    std::string sighting;  // what the traps saw while they were run; may be empty
};

// Runs the trial twice, with the traps observing, and compares event by event. Nothing if both did
// the same and no trap saw anything.
std::optional<divergence> check_determinism(const scenarios::trial& t);

}  // namespace onceproof::search
