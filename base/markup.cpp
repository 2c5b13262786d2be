// See markup.hpp.
#include "base/markup.hpp"

#include <fmt/format.h>

namespace onceproof::base {

std::string harmless(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        const bool stays = (c >= ' ' && c <= '~') || c == '\n';
        safe += stays ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
    return safe;
}

std::string markup(std::string_view text) {
    std::string safe;
    for (const char c : harmless(text)) {
        switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            case '\'':
                safe += "&#39;";
                break;
            default:
                safe += c;
        }
    }
    return safe;
}

}  // namespace onceproof::base
