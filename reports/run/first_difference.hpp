// Where two runs part.
#pragma once

#include "sim/world.hpp"

#include <cstdint>
#include <optional>

namespace onceproof::reports {

// The number of the first event, counted from 1, that is not the same in both; one of them may have
// ended by then. Nothing if they are the same. Requires: both kept their traces.
std::optional<std::uint32_t> first_difference(const sim::world& one, const sim::world& other);

}  // namespace onceproof::reports
