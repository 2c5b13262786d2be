// See canonical_json.hpp. Boost.JSON reads; what it reads is written out at once, innermost first.
#include "model/http/canonical_json.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace onceproof::model {
namespace {

namespace json = boost::json;

constexpr std::int64_t integer_max = (std::int64_t{1} << 53) - 1;

// UTF-8 sorts by code point. UTF-16 puts what it writes as a surrogate pair (in UTF-8: from F0)
// before U+E000 to U+FFFF (EE and EF), and all else alike.
unsigned utf16_rank(char c) {
    const unsigned byte = static_cast<unsigned char>(c);
    return byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte;
}

bool utf16_less(const std::string& a, const std::string& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        return utf16_rank(x) < utf16_rank(y);
    });
}

std::string escaped(char c) {
    switch (c) {
        case '"':
            return "\\\"";
        case '\\':
            return "\\\\";
        case '\b':
            return "\\b";
        case '\t':
            return "\\t";
        case '\n':
            return "\\n";
        case '\f':
            return "\\f";
        case '\r':
            return "\\r";
        default:
            return fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    }
}

bool stands_for_itself(char c) {
    return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\';
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    out.reserve(text.size() + 2);
    for (const char c : text) {
        if (stands_for_itself(c)) {
            out += c;
        } else {
            out += escaped(c);
        }
    }
    return out + '"';
}

// What Boost's parser reports to. Each function answers whether to go on.
class canonical_writer {
public:
    // NOLINTBEGIN(readability-identifier-naming): the names that the parser looks for
    static constexpr std::size_t max_object_size = SIZE_MAX;
    static constexpr std::size_t max_array_size = SIZE_MAX;
    static constexpr std::size_t max_key_size = SIZE_MAX;
    static constexpr std::size_t max_string_size = SIZE_MAX;
    // NOLINTEND(readability-identifier-naming)

    bool on_document_begin(json::error_code&) { return true; }
    bool on_document_end(json::error_code&) { return true; }

    bool on_object_begin(json::error_code&) { return open(); }
    bool on_object_end(std::size_t, json::error_code& ec) {
        std::vector<member> members = close();
        std::sort(members.begin(), members.end(),
                  [](const member& a, const member& b) { return utf16_less(a.name, b.name); });
        const auto twice =
            std::adjacent_find(members.begin(), members.end(),
                               [](const member& a, const member& b) { return a.name == b.name; });
        if (twice != members.end()) {
            return refuse(ec, "The body names the member " + quoted(twice->name) + " twice");
        }
        std::string text = "{";
        for (const member& m : members) {
            text += text.size() > 1 ? "," : "";
            text += quoted(m.name);
            text += ':';
            text += m.value;
        }
        return add(std::move(text) + '}');
    }

    bool on_array_begin(json::error_code&) { return open(); }
    bool on_array_end(std::size_t, json::error_code&) {
        std::string text = "[";
        for (const member& m : close()) {
            text += text.size() > 1 ? "," : "";
            text += m.value;
        }
        return add(std::move(text) + ']');
    }

    bool on_key_part(json::string_view part, std::size_t, json::error_code&) {
        return collect(part);
    }
    bool on_key(json::string_view rest, std::size_t, json::error_code&) {
        collect(rest);
        open_.back().name = std::exchange(part_, {});
        return true;
    }
    bool on_string_part(json::string_view part, std::size_t, json::error_code&) {
        return collect(part);
    }
    bool on_string(json::string_view rest, std::size_t, json::error_code&) {
        collect(rest);
        return add(quoted(std::exchange(part_, {})));
    }

    bool on_number_part(json::string_view, json::error_code&) { return true; }
    bool on_int64(std::int64_t i, json::string_view, json::error_code& ec) {
        if (i < -integer_max || i > integer_max) {
            return refuse(ec, not_exact);
        }
        return add(std::to_string(i));
    }
    bool on_uint64(std::uint64_t, json::string_view, json::error_code& ec) {
        return refuse(ec, not_exact);  // it is beyond what 64 bits with a sign hold
    }
    bool on_double(double d, json::string_view text, json::error_code& ec) {
        if (!(std::fabs(d) <= static_cast<double>(integer_max)) || std::trunc(d) != d) {
            return refuse(ec, not_exact);
        }
        return on_int64(static_cast<std::int64_t>(d), text, ec);
    }
    bool on_bool(bool b, json::error_code&) { return add(b ? "true" : "false"); }
    bool on_null(json::error_code&) { return add("null"); }
    bool on_comment_part(json::string_view, json::error_code&) { return true; }
    bool on_comment(json::string_view, json::error_code&) { return true; }

    const std::string& text() const { return text_; }
    const std::optional<complaint>& objection() const { return objection_; }

private:
    static constexpr const char* not_exact =
        "The body has a number that is no integer within 2^53 - 1";

    struct member {
        std::string name;  // empty in an array
        std::string value;
    };
    // An object or array that has begun: the name of the member that comes next, and those read.
    struct container {
        std::string name;
        std::vector<member> members;
    };

    bool collect(json::string_view part) {
        part_.append(part.data(), part.size());
        return true;
    }

    bool open() {
        open_.emplace_back();
        return true;
    }

    std::vector<member> close() {
        std::vector<member> members = std::move(open_.back().members);
        open_.pop_back();
        return members;
    }

    bool add(std::string value) {
        if (open_.empty()) {
            text_ = std::move(value);
        } else {
            container& in = open_.back();
            in.members.push_back({std::exchange(in.name, {}), std::move(value)});
        }
        return true;
    }

    bool refuse(json::error_code& ec, std::string why) {
        objection_.emplace(std::move(why));
        ec = json::error::syntax;  // stops the parser; the sentence above is what is told
        return false;
    }

    std::vector<container> open_;
    std::string part_;  // of a name or string that comes in pieces, as all with escapes do
    std::string text_;
    std::optional<complaint> objection_;
};

}  // namespace

parsed<std::string> canonical_json(std::string_view text) {
    json::basic_parser<canonical_writer> parser{json::parse_options()};
    json::error_code ec;
    const std::size_t read = parser.write_some(false, text.data(), text.size(), ec);
    if (parser.handler().objection()) {
        return *parser.handler().objection();
    }
    if (ec) {
        return complaint("The body is not JSON: " + ec.message());
    }
    if (read < text.size()) {
        return complaint("The body goes on after its JSON text");
    }
    return parser.handler().text();
}

}  // namespace onceproof::model
