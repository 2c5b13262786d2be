// See request_target.hpp.
#include "model/http/request_target.hpp"

#include <fmt/format.h>

#include <charconv>

namespace onceproof::model {
namespace {

bool is_unreserved(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_' || c == '~';
}

}  // namespace

std::string_view path_of(std::string_view target) {
    return target.substr(0, target.find('?'));
}

std::optional<std::string> query_value(std::string_view target, std::string_view name) {
    std::size_t at = path_of(target).size();
    while (at < target.size()) {
        target.remove_prefix(at + 1);
        at = std::min(target.find('&'), target.size());
        const std::string_view member = target.substr(0, at);
        const std::string_view rest = member.substr(std::min(name.size(), member.size()));
        if (member.starts_with(name) && rest.starts_with('=')) {
            return percent_decoded(rest.substr(1));
        }
    }
    return std::nullopt;
}

std::string percent_encoded(std::string_view text) {
    std::string encoded;
    for (const char c : text) {
        encoded += is_unreserved(c) ? std::string(1, c)
                                    : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return encoded;
}

std::optional<std::string> percent_decoded(std::string_view text) {
    std::string decoded;
    while (!text.empty()) {
        std::size_t taken = 1;
        char c = text.front();
        if (c == '%') {
            taken = 3;
            unsigned char byte = 0;
            const std::string_view digits = text.substr(1, 2);
            const char* const end = digits.data() + digits.size();
            const auto [stop, error] = std::from_chars(digits.data(), end, byte, 16);
            if (digits.size() != 2 || error != std::errc() || stop != end) {
                return std::nullopt;
            }
            c = static_cast<char>(byte);
        }
        decoded += c;
        text.remove_prefix(taken);
    }
    return decoded;
}

}  // namespace onceproof::model
