// See verdict.hpp.
#include "search/verdict.hpp"

#include <algorithm>
#include <array>

namespace onceproof::search {
namespace {

constexpr std::array<std::string_view, 3> names{"held", "violated", "inconclusive"};
constexpr std::array<int, 3> verdict_gravity{0, 2, 1};

int verdict_gravity_of(verdict v) {
    return verdict_gravity[static_cast<std::size_t>(v)];
}

}  // namespace

std::string_view to_text(verdict v) {
    return names[static_cast<std::size_t>(v)];
}

std::optional<verdict> verdict_named(std::string_view name) {
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? std::nullopt
                                : std::optional(static_cast<verdict>(found - names.begin()));
}

verdict worse_of(verdict a, verdict b) {
    return verdict_gravity_of(a) < verdict_gravity_of(b) ? b : a;
}

}  // namespace onceproof::search
