// Reads the dates of HTTP: RFC 9110, section 5.6.7. The C library's functions would ask the locale.
#pragma once

#include "sim/time/time.hpp"

#include <chrono>
#include <optional>
#include <string_view>

namespace onceproof::model {

// The instant that TEXT says in any of the three forms that a recipient must accept:
//
//     Sun, 06 Nov 1994 08:49:37 GMT     the form in use
//     Sunday, 06-Nov-94 08:49:37 GMT    of RFC 850; obsolete
//     Sun Nov  6 08:49:37 1994          of C's asctime(); obsolete
//
// A year of two digits is one of NOW's century, or of the one before where it would be more than
// 50 years ahead. A leap second counts as the second after it. Nothing if TEXT is none of them or
// no such day exists; whether the day of the week is that of the date is not looked at.
std::optional<std::chrono::sys_seconds> parse_http_date(std::string_view text, sim::wall_time now);

}  // namespace onceproof::model
