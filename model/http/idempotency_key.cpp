// See idempotency_key.hpp.
#include "model/http/idempotency_key.hpp"

#include <algorithm>

namespace onceproof::model {
namespace {

bool is_printable(char c) {
    return c >= 0x20 && c <= 0x7E;
}

bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

// Of a parameter's name: RFC 8941, section 3.1.2.
bool is_in_name(char c) {
    return is_lower(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' || c == '*';
}

// A text that is read from its front.
class key_reader {
public:
    explicit key_reader(std::string_view text) : rest_(text) {}

    bool done() const { return rest_.empty(); }

    bool skip(char c) {
        const bool found = rest_.starts_with(c);
        rest_.remove_prefix(found ? 1 : 0);
        return found;
    }

    template <class Predicate>
    std::size_t skip_all(Predicate is) {
        const auto end = std::find_if_not(rest_.begin(), rest_.end(), is);
        const auto length = static_cast<std::size_t>(end - rest_.begin());
        rest_.remove_prefix(length);
        return length;
    }

    // What follows an opening quote, up to and with the closing one; false if that never comes.
    bool read_string(std::string& into) {
        while (!done()) {
            if (skip('"')) {
                return true;
            }
            const bool escape = skip('\\');
            if (done() || (escape && rest_.front() != '"' && rest_.front() != '\\')) {
                return false;
            }
            into += rest_.front();
            rest_.remove_prefix(1);
        }
        return false;
    }

    // ";name" or ";name=value"; of values, strings and whatever has none of `";, `.
    bool read_parameter() {
        if (!skip(';')) {
            return false;
        }
        skip_all([](char c) { return c == ' '; });
        if (rest_.empty() || (!is_lower(rest_.front()) && rest_.front() != '*')) {
            return false;
        }
        skip_all(is_in_name);
        if (!skip('=')) {
            return true;
        }
        if (skip('"')) {
            std::string ignored;
            return read_string(ignored);
        }
        return skip_all([](char c) { return c != '"' && c != ';' && c != ',' && c != ' '; }) > 0;
    }

private:
    std::string_view rest_;
};

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

parsed<std::string> parse_quoted(std::string_view text) {
    key_reader from(text);
    from.skip('"');
    std::string key;
    if (!from.read_string(key)) {
        return complaint("The key's quotes or escapes do not match");
    }
    while (!from.done()) {
        if (!from.read_parameter()) {
            return complaint("Something other than parameters follows the quoted key");
        }
    }
    return key;
}

parsed<std::string> parse_bare(std::string_view text) {
    if (text.find_first_of(" ,;\"") != std::string_view::npos) {
        return complaint("A key with a blank, a comma, a semicolon or a quote must be quoted");
    }
    return std::string(text);
}

}  // namespace

parsed<std::string> parse_idempotency_key(std::string_view header_value) {
    const std::string_view text = trimmed(header_value);
    if (!std::all_of(text.begin(), text.end(), is_printable)) {
        return complaint("The key has a character that is not printable ASCII");
    }
    parsed<std::string> key = text.starts_with('"') ? parse_quoted(text) : parse_bare(text);
    if (key && key->empty()) {
        return complaint("The key is empty");
    }
    if (key && key->size() > idempotency_key_max) {
        return complaint("The key is longer than 255 characters");
    }
    return key;
}

std::string quote_idempotency_key(std::string_view key) {
    std::string text = "\"";
    for (const char c : key) {
        text += c == '"' || c == '\\' ? "\\" : "";
        text += c;
    }
    return text + '"';
}

}  // namespace onceproof::model
