// What intents are called in labels, in points and in what people read: "intent-1". Here and
// nowhere else.
#pragma once

#include "sim/hash.hpp"

#include <cstdint>
#include <string>

namespace onceproof::faults {

// The first word of the label of whatever is done for an intent.
inline constexpr sim::literal intent_word("intent");

// "intent-1".
std::string intent_name(std::uint64_t number);

}  // namespace onceproof::faults
