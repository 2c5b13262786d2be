// Text that comes from the code under test, made harmless for XML, SVG and HTML.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace onceproof::reports {

// As escape() (reports/escape.hpp), and with what XML gives a meaning to as entities: the result is
// ASCII and may stand between tags and in quoted attributes. At most MOST characters of what is
// read, then "...".
std::string xml(std::string_view text, std::size_t most = SIZE_MAX);

}  // namespace onceproof::reports
