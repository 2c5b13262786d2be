// See document_text.hpp.
#include "base/document_text.hpp"

#include "base/document.hpp"

#include <boost/locale/utf.hpp>

#include <algorithm>
#include <charconv>
#include <optional>

namespace onceproof::base {
namespace {

// The offset after the comment that begins at BEGIN; BEGIN itself if none does.
std::size_t after_comment(std::string_view text, std::size_t begin, const lines& where) {
    if (text.substr(begin, 2) == "//") {
        return std::min(text.find('\n', begin), text.size());
    }
    if (text.substr(begin, 2) != "/*") {
        return begin;
    }
    const std::size_t close = text.find("*/", begin + 2);
    if (close == std::string_view::npos) {
        where.refuse(begin, "the comment that begins here does not end");
    }
    return close + 2;
}

// The UTF-16 code unit that is written at I as \uXXXX, if one is.
std::optional<unsigned> code_unit(std::string_view text, std::size_t i) {
    const std::string_view escape = text.substr(std::min(i, text.size()), 6);
    unsigned unit = 0;
    if (escape.size() < 6 || !escape.starts_with("\\u")) {
        return std::nullopt;
    }
    const char* const end = escape.data() + escape.size();
    const auto [stop, error] = std::from_chars(escape.data() + 2, end, unit, 16);
    return error == std::errc() && stop == end ? std::optional(unit) : std::nullopt;
}

bool is_first_half(std::optional<unsigned> unit) {
    return unit && *unit >= 0xD800 && *unit < 0xDC00;
}

bool is_second_half(std::optional<unsigned> unit) {
    return unit && *unit >= 0xDC00 && *unit < 0xE000;
}

// The offset after the escape at I. Refuses one that JSON does not have.
std::size_t after_escape(std::string_view text, std::size_t i, const lines& where) {
    const std::optional<unsigned> unit = code_unit(text, i);
    const bool pair = is_first_half(unit) && is_second_half(code_unit(text, i + 6));
    if (!pair && (is_first_half(unit) || is_second_half(unit))) {
        where.refuse(i, R"(expected both halves of a surrogate pair, as in \ud83d\ude00)");
    }
    if (unit) {
        return i + (pair ? 12 : 6);
    }
    if (text.substr(i + 1, 1).find_first_of(R"("\/bfnrt)") == std::string_view::npos) {
        where.refuse(i, R"(expected an escape that JSON has, such as \n, \\ or \u00e9)");
    }
    return i + 2;
}

}  // namespace

lines::lines(std::string_view text) {
    for (std::size_t i = text.find('\n'); i != std::string_view::npos; i = text.find('\n', i + 1)) {
        begins_.push_back(i + 1);
    }
}

std::size_t lines::line(std::size_t offset) const {
    const auto next = std::ranges::upper_bound(begins_, offset);
    return static_cast<std::size_t>(next - begins_.begin());
}

std::size_t lines::column(std::size_t offset) const {
    return offset - begins_[line(offset) - 1] + 1;
}

void lines::refuse(std::size_t offset, std::string_view sentence) const {
    throw bad_document(line(offset), column(offset), std::string(sentence));
}

std::size_t after_quoted(std::string_view text, std::size_t quote) {
    std::size_t i = quote + 1;
    while (i < text.size() && text[i] != '"' && text[i] != '\n') {
        const bool escapes = text[i] == '\\' && i + 1 < text.size() && text[i + 1] != '\n';
        i += escapes ? 2 : 1;
    }
    return i < text.size() && text[i] == '"' ? i + 1 : i;
}

void refuse_quoted(std::string_view text, std::size_t quote, const lines& where) {
    std::size_t i = quote + 1;
    while (i < text.size() && static_cast<unsigned char>(text[i]) >= 0x20) {
        i = text[i] == '\\' ? after_escape(text, i, where) : i + 1;
    }
    if (i >= text.size() || text[i] == '\n' || text[i] == '\r') {
        where.refuse(quote, "the quotes that begin here do not end on the same line");
    }
    where.refuse(i, R"(a control character in quotes has to be escaped, as in \t or \u0000)");
}

void check_utf8(std::string_view text, const lines& where) {
    namespace utf = boost::locale::utf;
    const char* p = text.data();
    const char* const end = p + text.size();
    while (p != end) {
        const char* const first = p;
        const utf::code_point c = utf::utf_traits<char>::decode(p, end);
        if (c == utf::illegal || c == utf::incomplete) {
            where.refuse(static_cast<std::size_t>(first - text.data()),
                         "the bytes here are not UTF-8");
        }
    }
}

std::string without_comments(std::string_view text, const lines& where) {
    std::string plain(text);
    std::size_t i = 0;
    while (i < text.size()) {
        if (text[i] == '"') {
            i = after_quoted(text, i);
            continue;
        }
        const std::size_t end = after_comment(text, i, where);
        for (std::size_t k = i; k < end; ++k) {
            plain[k] = text[k] == '\n' ? '\n' : ' ';
        }
        i = std::max(end, i + 1);
    }
    return plain;
}

}  // namespace onceproof::base
