// See document.hpp. Boost.JSON decides what is JSON; this says where, and why not in plain words.
#include "base/document.hpp"

#include "base/document_members.hpp"
#include "base/document_text.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace onceproof::base {
namespace {

namespace json = boost::json;

constexpr std::size_t bytes_max = std::size_t{1} << 20;
constexpr std::size_t depth_max = 32;
constexpr std::string_view blanks = " \t\r\n";
constexpr std::string_view not_whole = "expected a whole number, such as 0, 12 or -3";
constexpr std::string_view not_quoted =
    "expected a value: a text in double quotes, or one of the words true, false and null";

// What words and numbers are made of, right or wrong: `1.5e-3x` is one token.
bool is_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' ||
           c == '-' || c == '.' || c == '_';
}

bool is_whole(std::string_view token) {
    token.remove_prefix(token.starts_with('-') ? 1 : 0);
    const bool digits = token.find_first_not_of("0123456789") == std::string_view::npos;
    return !token.empty() && digits && (token == "0" || !token.starts_with('0'));
}

std::string_view word_for(const node& container) {
    return container.type == node::kind::list ? "list" : "object";
}

// What Boost's parser reports to. Boost says what it has read but not where; so this walks over the
// same text, and what is reported is the next token. Boost has checked the text up to there.
class reader {
public:
    // NOLINTBEGIN(readability-identifier-naming): the names that the parser looks for
    static constexpr std::size_t max_object_size = SIZE_MAX;
    static constexpr std::size_t max_array_size = SIZE_MAX;
    static constexpr std::size_t max_key_size = SIZE_MAX;
    static constexpr std::size_t max_string_size = SIZE_MAX;
    // NOLINTEND(readability-identifier-naming)

    // Requires: both outlive the reader.
    reader(std::string_view text, const lines& where) : text_(text), where_(where) {}

    bool on_document_begin(json::error_code&) { return true; }
    bool on_document_end(json::error_code&) { return true; }

    bool on_object_begin(json::error_code&) { return open(node::kind::object); }
    bool on_object_end(std::size_t, json::error_code&) { return close(); }
    bool on_array_begin(json::error_code&) { return open(node::kind::list); }
    bool on_array_end(std::size_t, json::error_code&) { return close(); }

    bool on_key_part(json::string_view part, std::size_t, json::error_code&) {
        return collect(part);
    }
    bool on_key(json::string_view rest, std::size_t, json::error_code&) {
        collect(rest);
        const std::size_t at = take().at;
        container& c = open_.back();
        c.name = std::exchange(part_, {});
        c.name_at = at;
        const auto [other, is_new] = c.names.emplace(c.name, where_.line(at));
        if (!is_new) {
            refuse(at, fmt::format("the member on line {} has this name already", other->second));
        }
        last_ = seen::name;
        return true;
    }
    bool on_string_part(json::string_view part, std::size_t, json::error_code&) {
        return collect(part);
    }
    bool on_string(json::string_view rest, std::size_t, json::error_code&) {
        collect(rest);
        node n = make(node::kind::text, take().at);
        n.text = std::exchange(part_, {});
        return add(std::move(n));
    }

    bool on_number_part(json::string_view, json::error_code&) { return true; }
    bool on_int64(std::int64_t i, json::string_view, json::error_code&) {
        const token t = take();
        if (!is_whole(t.text)) {
            refuse(t.at, not_whole);
        }
        node n = make(node::kind::number, t.at);
        n.number = i;
        return add(std::move(n));
    }
    bool on_uint64(std::uint64_t, json::string_view, json::error_code&) { refuse_number(); }
    bool on_double(double, json::string_view, json::error_code&) { refuse_number(); }

    bool on_bool(bool b, json::error_code&) {
        node n = make(node::kind::boolean, take_word(b ? "true" : "false"));
        n.boolean = b;
        return add(std::move(n));
    }
    bool on_null(json::error_code&) { return add(make(node::kind::null, take_word("null"))); }

    bool on_comment_part(json::string_view, json::error_code&) { return true; }
    bool on_comment(json::string_view, json::error_code&) { return true; }

    node& root() { return root_; }

    // Says why Boost went no further: what follows the last token that it reported is wrong.
    [[noreturn]] void explain(json::error_code ec) {
        skip(blanks);
        const bool inside = !open_.empty();
        const bool in_object = inside && open_.back().value.type == node::kind::object;
        if (last_ == seen::value && !inside) {
            refuse(at_, "expected nothing after the value");
        }
        bool after_comma = false;
        if (last_ == seen::name || last_ == seen::value) {
            pass(last_ == seen::name ? ':' : ',');
            after_comma = last_ == seen::value;
        }
        refuse_end();
        const char c = text_[at_];
        if (after_comma && (c == ']' || c == '}')) {
            refuse(at_, in_object ? "expected another member after the comma"
                                  : "expected another value after the comma");
        }
        if (c == '"') {
            refuse_quoted(text_, at_, where_);
        }
        if (in_object && last_ != seen::name) {
            refuse(at_, "expected the name of a member, in double quotes");
        }
        refuse_value(ec);
    }

private:
    enum class seen : std::uint8_t { opening, name, value };

    struct token {
        std::size_t at;
        std::string_view text;
    };

    // A list or an object that has not ended yet.
    struct container {
        explicit container(node n) : value(std::move(n)) {}

        node value;
        std::map<std::string, std::size_t> names;  // the members', and their lines
        std::string name;                          // of the member that is being read
        std::size_t name_at = 0;
    };

    [[noreturn]] void refuse(std::size_t at, std::string_view sentence) const {
        where_.refuse(at, sentence);
    }

    void skip(std::string_view bytes) {
        at_ = std::min(text_.find_first_not_of(bytes, at_), text_.size());
    }

    token take() {
        skip(" \t\r\n,:");
        const std::size_t begin = at_;
        if (at_ < text_.size() && text_[at_] == '"') {
            at_ = after_quoted(text_, at_);
        } else {
            do {
                ++at_;
            } while (at_ < text_.size() && is_word(text_[begin]) && is_word(text_[at_]));
        }
        return {begin, text_.substr(begin, at_ - begin)};
    }

    std::size_t take_word(std::string_view word) {
        const token t = take();
        if (t.text != word) {
            refuse(t.at, not_quoted);
        }
        return t.at;
    }

    bool collect(json::string_view part) {
        part_.append(part.data(), part.size());
        return true;
    }

    node make(node::kind what, std::size_t at) const {
        node n;
        n.type = what;
        n.line = where_.line(at);
        n.column = where_.column(at);
        return n;
    }

    bool open(node::kind what) {
        open_.emplace_back(make(what, take().at));
        last_ = seen::opening;
        return true;
    }

    bool close() {
        take();
        node done = std::move(open_.back().value);
        open_.pop_back();
        return add(std::move(done));
    }

    bool add(node n) {
        last_ = seen::value;
        if (open_.empty()) {
            root_ = std::move(n);
            return true;
        }
        container& c = open_.back();
        if (c.value.type == node::kind::list) {
            c.value.items.push_back(std::move(n));
        } else {
            c.value.members.push_back({std::move(c.name), where_.line(c.name_at),
                                       where_.column(c.name_at), std::move(n)});
        }
        return true;
    }

    [[noreturn]] void refuse_number() {
        const token t = take();
        refuse(t.at, is_whole(t.text) ? "the number does not fit in 64 bits" : not_whole);
    }

    // Steps over the separator that has to stand here.
    void pass(char separator) {
        refuse_end();
        if (text_[at_] != separator) {
            refuse(at_, separator == ':' ? "expected a colon after the name of the member"
                                         : fmt::format("expected a comma or the end of the {}",
                                                       word_for(open_.back().value)));
        }
        ++at_;
        skip(blanks);
    }

    void refuse_end() const {
        if (at_ < text_.size()) {
            return;
        }
        if (open_.empty()) {
            refuse(at_, text_.empty() ? "the file is empty" : "there is no value in the file");
        }
        const node& n = open_.back().value;
        refuse(at_, fmt::format("the text ends inside the {} that begins on line {}", word_for(n),
                                n.line));
    }

    [[noreturn]] void refuse_value(json::error_code ec) const {
        const char c = text_[at_];
        if (ec == json::error::too_deep) {
            refuse(at_, fmt::format("nested more than {} levels deep", depth_max));
        }
        if ((c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.') {
            refuse(at_, not_whole);
        }
        refuse(at_, is_word(c) || c == '\'' ? not_quoted : "expected a value");
    }

    std::string_view text_;
    const lines& where_;
    std::size_t at_ = 0;  // after the last token
    seen last_ = seen::opening;
    std::vector<container> open_;  // innermost last
    std::string part_;             // of a text or name that Boost reports piece by piece
    node root_;
};

}  // namespace

std::string complain_of(std::string_view file, const bad_document& bad) {
    return fmt::format("{}:{}:{}: {}", file, bad.line(), bad.column(), bad.what());
}

const node* node::find(std::string_view name) const {
    const auto found =
        std::ranges::find_if(members, [&](const member& m) { return m.name == name; });
    return found == members.end() ? nullptr : &found->value;
}

node read_document(std::string_view text) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) {
        text.remove_prefix(byte_order_mark.size());
    }
    if (text.size() > bytes_max) {
        throw bad_document(1, 1, "the file is larger than 1 MiB");
    }
    const lines where(text);
    check_utf8(text, where);
    const std::string plain = without_comments(text, where);

    json::parse_options options;
    options.max_depth = depth_max;
    json::basic_parser<reader> parser(options, plain, where);
    json::error_code ec;
    const std::size_t read = parser.write_some(false, plain.data(), plain.size(), ec);
    if (ec || read < plain.size()) {
        parser.handler().explain(ec);
    }
    return std::move(parser.handler().root());
}

}  // namespace onceproof::base
