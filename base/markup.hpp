// Text made safe to stand in HTML and XML.
#pragma once

#include <string>
#include <string_view>

namespace onceproof::base {

// Printable ASCII and newlines stay, everything else becomes \xNN. Unlike escape(), a backslash is
// not doubled: for texts that may have been escaped before.
std::string harmless(std::string_view text);

// Harmless, with entities for & < > " '. So it holds no character that XML forbids.
std::string markup(std::string_view text);

}  // namespace onceproof::base
