// The numbers of a retry policy, and what follows from them.
#include "model/contract/retry_policy.hpp"

#include <gtest/gtest.h>

namespace onceproof::model {
namespace {

using namespace std::chrono_literals;

TEST(RetryPolicy, DoublesThePauseUpToItsLongest) {
    const retry_policy policy(1s, 6, 60s, 100ms, 500ms);
    EXPECT_EQ(policy.backoff_ceiling(1), 100ms);
    EXPECT_EQ(policy.backoff_ceiling(2), 200ms);
    EXPECT_EQ(policy.backoff_ceiling(3), 400ms);
    EXPECT_EQ(policy.backoff_ceiling(4), 500ms);
    EXPECT_EQ(policy.backoff_ceiling(1'000'000), 500ms);
    EXPECT_EQ(retry_policy(1s, 6, 60s, 2s, 500ms).backoff_ceiling(1), 500ms);
}

TEST(RetryPolicy, DoublesNothingBeyondWhatThereAreNumbersFor) {
    const auto longest = retry_policy::duration::max();
    EXPECT_EQ(retry_policy(1s, 6, 60s, 100ms, longest).backoff_ceiling(1000), longest);
}

TEST(RetryPolicy, KnowsHowLongAnIntentMayStillBeSent) {
    retry_policy policy(1s, 3, 60s, 100ms, 500ms);
    policy.retry_after_max = 10s;
    EXPECT_EQ(policy.horizon(), 1s + 10s + 100ms + 1s + 10s + 200ms + 1s);
    policy.elapsed_max = 20s;
    EXPECT_EQ(policy.horizon(), 20s);
    EXPECT_EQ(retry_policy(1s, 1, 60s).horizon(), 1s);
}

TEST(RetryPolicy, MayWaitForItsBreakerAsLongAsItsTimeLasts) {
    retry_policy policy(1s, 1, 60s);
    policy.breaker.failures_to_open = 3;
    EXPECT_EQ(policy.horizon(), 60s);
}

}  // namespace
}  // namespace onceproof::model
