// See spelling.hpp.
#include "base/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace onceproof::base {
namespace {

// Letters to add, drop, replace or swap with their neighbour, to make one word of the other.
std::size_t distance(std::string_view a, std::string_view b) {
    const std::size_t width = b.size() + 1;
    std::vector<std::size_t> table((a.size() + 1) * width);
    const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& {
        return table[i * width + j];
    };
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                at(i, j) = i + j;
                continue;
            }
            const std::size_t replaced = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
            at(i, j) = std::min({replaced, at(i - 1, j) + 1, at(i, j - 1) + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
            }
        }
    }
    return at(a.size(), b.size());
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
    constexpr std::size_t longest = 100;  // what is longer is nobody's typing error
    if (word.size() > longest) {
        return {};
    }
    const auto nearer = [&](const std::string& x, const std::string& y) {
        return distance(word, x) < distance(word, y);
    };
    const auto nearest = std::min_element(candidates.begin(), candidates.end(), nearer);
    if (nearest == candidates.end() || distance(word, *nearest) * 3 > nearest->size() + 2) {
        return {};
    }
    return fmt::format(", did you mean '{}'?", *nearest);
}

}  // namespace onceproof::base
