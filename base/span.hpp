// Spans of time as people write them in files: a whole number with a unit, "20ms".
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::base {

struct time_unit {
    std::string_view word;
    std::int64_t nanoseconds;
};

// The largest first.
inline constexpr std::array<time_unit, 6> time_units{{{"h", 3'600'000'000'000},
                                                      {"min", 60'000'000'000},
                                                      {"s", 1'000'000'000},
                                                      {"ms", 1'000'000},
                                                      {"us", 1'000},
                                                      {"ns", 1}}};

// The longest span that a file may name. It also limits the sum of all spans of one plan, since
// delays and clock jumps add up and no clock may leave its 64 bits.
inline constexpr std::chrono::nanoseconds longest_span = std::chrono::hours(1000 * 24);

// Reads "20ms" or "-1h". Returns nothing if TEXT is something else, or longer than longest_span.
std::optional<std::chrono::nanoseconds> parse_span(std::string_view text);

// Returns "20ms": exact, in the largest unit that is.
std::string span_text(std::chrono::nanoseconds span);

}  // namespace onceproof::base
