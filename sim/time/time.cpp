// See time.hpp.
#include "sim/time/time.hpp"

#include "base/span.hpp"
#include "sim/assert.hpp"
#include "sim/world.hpp"

#include <fmt/format.h>

namespace onceproof::sim {
namespace {

// Integers only, so that the text is the same everywhere.
std::string in_unit(std::uint64_t nanoseconds, const base::time_unit& u) {
    const auto size = static_cast<std::uint64_t>(u.nanoseconds);
    std::string text = fmt::format("{}", nanoseconds / size);
    std::string decimals = fmt::format("{:03}", nanoseconds % size * 1000 / size);
    decimals.erase(decimals.find_last_not_of('0') + 1);
    if (!decimals.empty()) {
        text += '.' + decimals;
    }
    return text + ' ' + std::string(u.word);
}

}  // namespace

time_point virtual_clock::now() {
    const world* running = world::running();
    ONCEPROOF_ASSERT(running != nullptr, "virtual time passes only inside a running world");
    return running->now();
}

std::string to_text(duration span) {
    const bool negative = span < duration::zero();
    const auto n = negative ? 0 - static_cast<std::uint64_t>(span.count())
                            : static_cast<std::uint64_t>(span.count());
    for (const base::time_unit& u : base::time_units) {
        if (n >= static_cast<std::uint64_t>(u.nanoseconds)) {
            return (negative ? "-" : "") + in_unit(n, u);
        }
    }
    return "0";
}

std::string to_text(time_point at) {
    const auto n = at.time_since_epoch().count();
    return fmt::format("{}.{:06}", n / 1'000'000, n % 1'000'000);
}

}  // namespace onceproof::sim
