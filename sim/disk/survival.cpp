// See survival.hpp.
#include "sim/disk/survival.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <system_error>

namespace onceproof::sim {
namespace {

constexpr std::array<std::string_view, 8> words{"nothing", "everything", "names", "contents",
                                                "only",    "all but",    "torn",  "some"};

}  // namespace

std::string to_text(const survival& s) {
    const std::string_view word = words[static_cast<std::size_t>(s.kept)];
    return takes_number(s.kept) ? fmt::format("{} {}", word, s.number) : std::string(word);
}

std::optional<survival> survival_from(std::string_view text) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto who = static_cast<survivors>(i);
        if (text == words[i] && !takes_number(who)) {
            return survival(who);
        }
        if (!takes_number(who) || !text.starts_with(words[i]) ||
            text.size() < words[i].size() + 2 || text[words[i].size()] != ' ') {
            continue;
        }
        std::int64_t number = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data() + words[i].size() + 1, end, number);
        if (error == std::errc() && stop == end && (number != 0 || who == survivors::some)) {
            return survival(who, number);
        }
    }
    return std::nullopt;
}

}  // namespace onceproof::sim
