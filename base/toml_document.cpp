// See toml_document.hpp. The one file that includes toml++, which takes seconds to compile.
#include "base/toml_document.hpp"

#include "base/document_members.hpp"
#include "base/document_text.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

namespace onceproof::base {
namespace {

// toml++ 3.3 has no limit for `a.a.a...`, which nests, and its destructors recurse: the stack has
// to bear a whole file of it.
constexpr std::size_t toml_bytes_max = std::size_t{16} << 10;
constexpr std::size_t toml_depth_max = 8;

class converter {
public:
    // Requires: TEXT outlives it.
    explicit converter(std::string_view text) : text_(text) {}

    node convert(const toml::node& from, std::size_t depth) const {
        node to = place(from.source().begin);
        if (depth > toml_depth_max) {
            refuse(to, fmt::format("nested more than {} levels deep", toml_depth_max));
        }
        if (const toml::table* table = from.as_table()) {
            to.type = node::kind::object;
            add_members(to, *table, depth);
        } else if (const toml::array* list = from.as_array()) {
            to.type = node::kind::list;
            for (const toml::node& item : *list) {
                to.items.push_back(convert(item, depth + 1));
            }
        } else if (const auto* text = from.as_string()) {
            to.type = node::kind::text;
            to.text = text->get();
        } else if (const auto* number = from.as_integer()) {
            to.type = node::kind::number;
            to.number = number->get();
        } else if (const auto* boolean = from.as_boolean()) {
            to.type = node::kind::boolean;
            to.boolean = boolean->get();
        } else {
            refuse(to, "expected a text in quotes, a whole number, true, false or a list");
        }
        return to;
    }

    // A node that stands there. Requires: AT is a place in the text, as toml++ counts.
    node place(const toml::source_position& at) const {
        node n;
        n.line = std::max<std::size_t>(at.line, 1);
        n.column = byte_column(n.line, std::max<std::size_t>(at.column, 1));
        return n;
    }

private:
    void add_members(node& to, const toml::table& table, std::size_t depth) const {
        for (const auto& [key, value] : table) {
            const node name = place(key.source().begin);
            to.members.push_back(
                {std::string(key.str()), name.line, name.column, convert(value, depth + 1)});
        }
        // toml++ sorts them by name.
        std::ranges::sort(to.members, {},
                          [](const node::member& m) { return std::tuple(m.line, m.column); });
    }

    // toml++ counts characters, all other readers here count bytes.
    std::size_t byte_column(std::size_t line, std::size_t character) const {
        std::size_t at = 0;
        for (std::size_t n = 1; n < line && at < text_.size(); ++n) {
            at = std::min(text_.find('\n', at), text_.size() - 1) + 1;
        }
        const auto is_inside = [&](std::size_t i) {
            return i < text_.size() && (static_cast<unsigned char>(text_[i]) & 0xC0U) == 0x80U;
        };
        std::size_t column = 1;
        for (std::size_t n = 1; n < character; ++n) {
            do {
                ++column;
            } while (is_inside(at + column - 1));
        }
        return column;
    }

    std::string_view text_;
};

// "cannot read the table header: cannot redefine existing table 'key'"
std::string sentence_of(const toml::parse_error& error) {
    constexpr std::string_view prefix = "Error while parsing ";
    std::string_view text = error.description();
    if (text.starts_with(prefix)) {
        text.remove_prefix(prefix.size());
        return fmt::format("cannot read the {}", text);
    }
    return fmt::format("this is not TOML: {}", text);
}

}  // namespace

node read_toml(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) {
        text.remove_prefix(byte_order_mark.size());
    }
    if (text.size() > toml_bytes_max) {
        throw bad_document(1, 1, "the file is larger than 16 KiB");
    }
    check_utf8(text, lines(text));
    const converter convert(text);
    try {
        return convert.convert(toml::parse(text), 0);
    } catch (const toml::parse_error& error) {
        refuse(convert.place(error.source().begin), sentence_of(error));
    }
}

}  // namespace onceproof::base
