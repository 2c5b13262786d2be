// Text that comes from the code under test, made harmless for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace onceproof::base {

// Printable ASCII stays; everything else becomes \n, \r, \t or \xNN, and a backslash is doubled,
// so that no byte can move the cursor or pass for another. At most MOST characters, then "...".
std::string escape(std::string_view text, std::size_t most = SIZE_MAX);

}  // namespace onceproof::base
