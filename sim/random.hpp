// Randomness without a stream: each draw is a pure function of (seed, purpose, point, number).
//
// Two places never share a generator, so that removing one fault, or adding a draw in one place,
// leaves the draws at every other place as they were. Integers and ratios only: the standard
// distributions differ between libraries, and floating point between optimisation levels.
//
// The method is the counter-based one of Salmon et al., "Parallel random numbers: as easy as
// 1, 2, 3" (SC 2011), with SplitMix64's finaliser as the mixing function.
#pragma once

#include "sim/hash.hpp"
#include "sim/time/time.hpp"

#include <cstdint>

namespace onceproof::sim {

// `numerator` times out of `denominator`. Requires: numerator <= denominator, denominator > 0.
struct ratio {
    constexpr ratio(std::uint32_t n, std::uint32_t d) : numerator(n), denominator(d) {}

    std::uint32_t numerator;
    std::uint32_t denominator;
};

// The draws of one place for one purpose. Cheap to make; keep it to draw more than once.
class draws {
public:
    constexpr draws(std::uint64_t seed, literal purpose, std::uint64_t point)
        : key_(mix(mix(seed, purpose.id()), point)) {}

    // The next 64 random bits.
    constexpr std::uint64_t next() { return mix(key_, ++count_); }

    // Uniform in [0, bound), without bias. Requires: bound > 0.
    std::uint64_t below(std::uint64_t bound);

    // Uniform in [low, high], both ends included. Requires: low <= high.
    duration between(duration low, duration high);

    // True that often.
    bool chance(ratio odds) { return below(odds.denominator) < odds.numerator; }

private:
    std::uint64_t key_;
    std::uint64_t count_ = 0;
};

}  // namespace onceproof::sim
