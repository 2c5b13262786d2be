// The token bucket that retries are paid from.
#include "designs/client/retry_budget.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>

namespace onceproof::designs {
namespace {

model::retry_budget budget(std::uint32_t most, std::uint32_t costs) {
    model::retry_budget rules;
    rules.tokens_max = most;
    rules.retry_costs = costs;
    return rules;
}

TEST(TokenBucket, IsFullAtFirstAndRefusesWhatItCannotPay) {
    token_bucket bucket(budget(5, 2));
    EXPECT_TRUE(bucket.pay_for_retry());
    EXPECT_TRUE(bucket.pay_for_retry());
    EXPECT_FALSE(bucket.pay_for_retry());
    EXPECT_EQ(bucket.tokens(), 1U);  // a refusal costs nothing
    bucket.put(1);
    EXPECT_TRUE(bucket.pay_for_retry());
    EXPECT_EQ(bucket.tokens(), 0U);
}

TEST(TokenBucket, NeverHoldsMoreThanItsMost) {
    token_bucket bucket(budget(5, 2));
    bucket.put(1);
    EXPECT_EQ(bucket.tokens(), 5U);
    bucket.pay_for_retry();
    bucket.put(~0U);
    EXPECT_EQ(bucket.tokens(), 5U);
}

TEST(TokenBucket, IsNoneWithoutTokens) {
    token_bucket bucket(budget(0, 1));
    for (int i = 0; i < 100; ++i) {
        EXPECT_TRUE(bucket.pay_for_retry());
    }
    bucket.put(3);
    EXPECT_EQ(bucket.tokens(), 0U);
}

RC_GTEST_PROP(TokenBucket, AllowsNoMoreThanWasThereAndCameIn, ()) {
    const auto small = rc::gen::inRange<std::uint32_t>(1, 12);
    const std::uint32_t most = *small;
    const std::uint32_t costs = *small;
    token_bucket bucket(budget(most, costs));
    std::int64_t naive = most;
    std::int64_t came_in = 0;
    std::int64_t paid = 0;
    for (const std::uint32_t step :
         *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 8))) {
        if (step == 0) {  // a retry; otherwise so many tokens come in
            const bool can_pay = naive >= costs;
            RC_ASSERT(bucket.pay_for_retry() == can_pay);
            naive -= can_pay ? costs : 0;
            paid += can_pay ? costs : 0;
        } else {
            bucket.put(step);
            naive = std::min<std::int64_t>(naive + step, most);
            came_in += step;
        }
        RC_ASSERT(bucket.tokens() == naive);
        RC_ASSERT(paid <= most + came_in);
    }
}

}  // namespace
}  // namespace onceproof::designs
