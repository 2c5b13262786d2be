// The target of a request in origin form, "/v1/captures?reference=order%2017" (RFC 9112, section
// 3.2.1), taken apart; and the percent-encoding of RFC 3986, section 2.1, that stands in it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace onceproof::model {

// All before the query, encoded as it came.
std::string_view path_of(std::string_view target);

// The decoded value of the first member of the query of that name ("a=1&b=2"); nothing if there is
// none or it is not well encoded. A plus sign is a plus sign.
std::optional<std::string> query_value(std::string_view target, std::string_view name);

// Each byte that is not unreserved (letters, digits, "-._~") becomes "%XX".
std::string percent_encoded(std::string_view text);

// Nothing if a percent sign is not followed by two hexadecimal digits.
std::optional<std::string> percent_decoded(std::string_view text);

}  // namespace onceproof::model
