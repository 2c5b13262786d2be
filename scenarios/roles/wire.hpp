// What bytes on a connection say, as far as roles look into them.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace onceproof::scenarios {

// The status that an answer begins with; without a value: the bytes do not begin an answer.
inline std::optional<unsigned> status_of_answer(std::string_view bytes) {
    constexpr std::string_view begins = "HTTP/1.1 ";
    if (!bytes.starts_with(begins)) {
        return std::nullopt;
    }
    unsigned status = 0;
    const auto [stop, error] =
        std::from_chars(bytes.data() + begins.size(), bytes.data() + bytes.size(), status);
    return error == std::errc() ? std::optional<unsigned>(status) : std::nullopt;
}

inline bool is_success(std::string_view bytes) {
    return status_of_answer(bytes).value_or(0) / 100 == 2;
}

}  // namespace onceproof::scenarios
