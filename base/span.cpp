// See span.hpp.
#include "base/span.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace onceproof::base {

using std::chrono::nanoseconds;

std::optional<nanoseconds> parse_span(std::string_view text) {
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view word = text.substr(static_cast<std::size_t>(stop - text.data()));
    const auto* const found = std::ranges::find(time_units, word, &time_unit::word);
    if (error != std::errc() || found == time_units.end()) {
        return std::nullopt;
    }
    const std::int64_t most = longest_span.count() / found->nanoseconds;
    if (number > most || number < -most) {
        return std::nullopt;
    }
    return nanoseconds(number * found->nanoseconds);
}

std::string span_text(nanoseconds span) {
    if (span == nanoseconds::zero()) {
        return "0ms";
    }
    const time_unit& unit = *std::ranges::find_if(
        time_units, [&](const time_unit& u) { return span.count() % u.nanoseconds == 0; });
    return fmt::format("{}{}", span.count() / unit.nanoseconds, unit.word);
}

}  // namespace onceproof::base
