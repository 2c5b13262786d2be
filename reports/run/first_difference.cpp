// See first_difference.hpp.
#include "reports/run/first_difference.hpp"

#include <algorithm>
#include <vector>

namespace onceproof::reports {
namespace {

// Names have the same numbers in two worlds only if they were given in the same order.
bool same_event(const sim::trace_event& a, const sim::world& of_a, const sim::trace_event& b,
                const sim::world& of_b) {
    return a.at == b.at && a.kind == b.kind && of_a.name(a.actor) == of_b.name(b.actor) &&
           of_a.name(a.peer) == of_b.name(b.peer) &&
           of_a.activities().id(a.activity) == of_b.activities().id(b.activity) && a.a == b.a &&
           a.b == b.b && a.word == b.word && a.detail == b.detail;
}

}  // namespace

std::optional<std::uint32_t> first_difference(const sim::world& one, const sim::world& other) {
    const std::vector<sim::trace_event>& a = one.events().records();
    const std::vector<sim::trace_event>& b = other.events().records();
    const auto [in_a, in_b] =
        std::mismatch(a.begin(), a.end(), b.begin(), b.end(),
                      [&](const auto& x, const auto& y) { return same_event(x, one, y, other); });
    if (in_a == a.end() && in_b == b.end()) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(in_a - a.begin()) + 1;
}

}  // namespace onceproof::reports
