// See label_places.hpp.
#include "reports/run/label_places.hpp"

#include <algorithm>
#include <utility>

namespace onceproof::reports {
namespace {

constexpr double reach = 90;

}  // namespace

bool label_places::is_free(const box& place) const {
    return std::none_of(taken_.begin(), taken_.end(),
                        [&](const box& other) { return place.touches(other); });
}

// What is nearest touches something, else it would be where it was wished: so it lies straight
// below or above one that is taken.
std::optional<box> label_places::take(const box& wished) {
    std::vector<double> tops{wished.top};
    for (const box& other : taken_) {
        tops.push_back(other.top + other.height);
        tops.push_back(other.top - wished.height);
    }
    const auto distance = [&](double top) {  // time runs down: rather late than early
        return top < wished.top ? 1.5 * (wished.top - top) : top - wished.top;
    };
    std::sort(tops.begin(), tops.end(), [&](double a, double b) {
        return std::pair(distance(a), a) < std::pair(distance(b), b);
    });
    for (const double top : tops) {
        const box place{wished.left, top, wished.width, wished.height};
        if (distance(top) <= reach && is_free(place)) {
            return taken_.emplace_back(place);
        }
    }
    return std::nullopt;
}

}  // namespace onceproof::reports
