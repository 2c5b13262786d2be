// See retry_policy.hpp.
#include "model/contract/retry_policy.hpp"

#include <algorithm>

namespace onceproof::model {

retry_policy::duration retry_policy::backoff_ceiling(std::uint32_t attempt) const {
    duration ceiling = backoff_base;
    for (std::uint32_t n = 1; n < attempt && ceiling < backoff_max; ++n) {
        ceiling = ceiling > backoff_max / 2 ? backoff_max : ceiling * 2;
    }
    return std::min(ceiling, backoff_max);
}

retry_policy::duration retry_policy::horizon() const {
    if (breaker.failures_to_open > 0) {
        return elapsed_max;  // it may hold back the last attempt so long
    }
    // Each pause may come on top of the longest Retry-After that is honoured.
    duration longest = attempt_timeout;
    for (std::uint32_t n = 1; n < attempts_max && longest < elapsed_max; ++n) {
        longest += retry_after_max + backoff_ceiling(n) + attempt_timeout;
    }
    return std::min(longest, elapsed_max);
}

}  // namespace onceproof::model
