// From one event of a run to the next that somebody looks for.
#pragma once

#include "explore/recording.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::explore {

// What to look for: rows of one kind, all rows, what breaks a rule, or rows that say something.
struct target {
    enum class match : std::uint8_t { row, kind, violation, text };

    match matches = match::row;
    row_kind kind = row_kind::other;  // of `kind`
    std::string text{};               // of `text`; capitals and small letters are the same
};

// "event", "message", "attempt", "effect", "fault", "refusal", "violation"; nothing: no such word.
std::optional<target> target_named(std::string_view word);

// All these words.
inline constexpr std::string_view targets =
    "event, message, attempt, effect, fault, refusal, violation";

// The next such event after AT, or the last before it; nothing if there is none. Before the first
// row lies 0, which only a step back to a row can lead to.
std::optional<event_number> next(recording& r, event_number at, const target& t, bool back);

// A row in words, as reports::story() has them.
std::string words_of(const recording& r, event_number at);

}  // namespace onceproof::explore
