// What a client may still spend on retries: the tokens of a `retry_budget`.
//
// With it, retries in all are at most (tokens_max + success_earns * successes) / retry_costs: when
// a service is down, they end after a burst, however many intents wait.
#pragma once

#include "model/contract/retry_policy.hpp"

#include <cstdint>

namespace onceproof::designs {

class token_bucket {
public:
    // Full.
    explicit token_bucket(const model::retry_budget& rules)
        : rules_(rules), tokens_(rules.tokens_max) {}

    // Pays for one retry. False if the tokens are too few: then none is taken, and no retry is
    // allowed. True always if there is no budget.
    bool pay_for_retry();

    // Puts in that many tokens, as far as there is room for them.
    void put(std::uint32_t tokens);

    std::uint32_t tokens() const { return tokens_; }

private:
    model::retry_budget rules_;
    std::uint32_t tokens_;
};

}  // namespace onceproof::designs
