// Reads the value of an `Idempotency-Key` header.
//
// draft-ietf-httpapi-idempotency-key-header-07, section 2.1: the value is an Item of RFC 8941 that
// must be a String, so `"k1"` with its quotes. Most clients send the key bare. Both forms of a key
// are one key here, because a client library that starts to quote must not charge again.
//
// Parameters after the String (`"k1";v=1`) are read and ignored, as RFC 8941 would have it: the
// draft defines none. A bare key must not have what only quotes make clear: blanks, commas (two
// headers that were joined), semicolons, quotes.
#pragma once

#include "model/http/parsed.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace onceproof::model {

inline constexpr std::size_t idempotency_key_max = 255;

// The key itself, without quotes and escapes: 1 to 255 printable ASCII characters.
parsed<std::string> parse_idempotency_key(std::string_view header_value);

// The header value for KEY, as the draft demands it. Requires: KEY is printable ASCII.
std::string quote_idempotency_key(std::string_view key);

}  // namespace onceproof::model
