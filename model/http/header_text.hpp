// Header fields as text, for those who keep an answer.
#pragma once

#include "model/http/http.hpp"

#include <string>
#include <string_view>

namespace onceproof::model {

// "name: value" a line. No value has a line feed: HTTP has none.
std::string to_text(const header_fields& fields);

// Of that text. Requires: to_text made it.
header_fields fields_from(std::string_view text);

}  // namespace onceproof::model
