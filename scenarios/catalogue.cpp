// See catalogue.hpp and scenario.hpp.
#include "scenarios/catalogue.hpp"

#include <algorithm>
#include <array>

namespace onceproof::scenarios {

std::span<const scenario> all() {
    static const std::array<scenario, 6> catalogue{same_request_twice(), lost_answer(),
                                                   two_at_once(),        killed_before_answer(),
                                                   other_body(),         busy_shop()};
    return catalogue;
}

const scenario& canary() {
    static const scenario the_one = canary_scenario();
    return the_one;
}

const scenario* find(std::string_view name) {
    if (name == canary().name) {
        return &canary();
    }
    const auto known = all();
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const scenario& s) { return s.name == name; });
    return found == known.end() ? nullptr : &*found;
}

}  // namespace onceproof::scenarios
