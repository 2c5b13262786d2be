// TOML 1.0 as the values that our other documents are made of, each with the place where it stands.
#pragma once

#include "base/document.hpp"

#include <string_view>

namespace onceproof::base {

// The root table of TEXT; tables are objects, in the order of the text. Numbers are whole.
//
// Throws bad_document if TEXT is not UTF-8, is over 16 KiB, is not TOML, is nested more
// than 8 levels deep, or has a number with a point, a date or a time.
node read_toml(std::string_view text);

}  // namespace onceproof::base
