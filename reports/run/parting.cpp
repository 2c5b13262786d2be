// See parting.hpp.
#include "reports/run/parting.hpp"

#include <algorithm>
#include <vector>

namespace onceproof::reports {
namespace {

// Names have the same numbers in two worlds only if they were given in the same order.
bool same_event(const sim::record& a, const sim::world& of_a, const sim::record& b,
                const sim::world& of_b) {
    return a.at == b.at && a.what == b.what && of_a.name(a.who) == of_b.name(b.who) &&
           of_a.name(a.whom) == of_b.name(b.whom) &&
           of_a.activities().id(a.activity) == of_b.activities().id(b.activity) && a.a == b.a &&
           a.b == b.b && a.word == b.word && a.detail == b.detail;
}

}  // namespace

std::optional<std::uint32_t> parting_of(const sim::world& one, const sim::world& other) {
    const std::vector<sim::record>& a = one.events().records();
    const std::vector<sim::record>& b = other.events().records();
    const auto [in_a, in_b] =
        std::mismatch(a.begin(), a.end(), b.begin(), b.end(),
                      [&](const auto& x, const auto& y) { return same_event(x, one, y, other); });
    if (in_a == a.end() && in_b == b.end()) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(in_a - a.begin()) + 1;
}

}  // namespace onceproof::reports
