// See retry_budget.hpp.
#include "designs/client/retry_budget.hpp"

#include <algorithm>

namespace onceproof::designs {

bool token_bucket::pay_for_retry() {
    if (rules_.tokens_max == 0) {
        return true;
    }
    if (tokens_ < rules_.retry_costs) {
        return false;
    }
    tokens_ -= rules_.retry_costs;
    return true;
}

void token_bucket::put(std::uint32_t tokens) {
    tokens_ += std::min(tokens, rules_.tokens_max - tokens_);
}

}  // namespace onceproof::designs
