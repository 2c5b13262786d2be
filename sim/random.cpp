// See random.hpp.
#include "sim/random.hpp"

#include "sim/assert.hpp"

namespace onceproof::sim {

// Lemire's multiply-and-reject ("Fast random integer generation in an interval", 2019): the high
// half of a 128-bit product is the answer, and the few low halves that would bias it are redrawn.
std::uint64_t draws::below(std::uint64_t bound) {
    ONCEPROOF_ASSERT(bound > 0, "there is no number below zero");
    __extension__ using wide = unsigned __int128;
    const std::uint64_t biased = (0 - bound) % bound;
    while (true) {
        const wide product = static_cast<wide>(next()) * bound;
        if (static_cast<std::uint64_t>(product) >= biased) {
            return static_cast<std::uint64_t>(product >> 64U);
        }
    }
}

duration draws::between(duration low, duration high) {
    ONCEPROOF_ASSERT(low <= high, "the range is empty");
    const auto span = static_cast<std::uint64_t>((high - low).count()) + 1;
    return low + duration(static_cast<duration::rep>(below(span)));
}

}  // namespace onceproof::sim
