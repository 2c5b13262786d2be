// See escape.hpp.
#include "base/escape.hpp"

#include <fmt/format.h>

namespace onceproof::base {
namespace {

std::string escape_byte(char c) {
    switch (c) {
        case '\n':
            return "\\n";
        case '\r':
            return "\\r";
        case '\t':
            return "\\t";
        case '\\':
            return "\\\\";
        default:
            break;
    }
    const bool printable = c >= ' ' && c <= '~';
    return printable ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
}

}  // namespace

std::string escape(std::string_view text, std::size_t most) {
    std::string safe;
    for (const char c : text) {
        const std::string next = escape_byte(c);
        if (safe.size() + next.size() > most) {
            return safe + "...";
        }
        safe += next;
    }
    return safe;
}

}  // namespace onceproof::base
