// How a client tries again, as numbers. Every one of them is part of the contract that it keeps.
#pragma once

#include <chrono>
#include <cstdint>

namespace onceproof::model {

// A token bucket over all intents of a client, full at first: how the AWS SDKs bound what retries
// add to the load ("standard" retry mode, AWS SDKs and Tools Reference Guide).
struct retry_budget {
    std::uint32_t tokens_max = 0;   // 0: no budget, every retry is paid for
    std::uint32_t retry_costs = 1;  // a retry that cannot pay is not made: unknown
    std::uint32_t success_earns =
        0;  // at the first answer that settles an intent, not above the most

    friend bool operator==(const retry_budget&, const retry_budget&) = default;
};

// M. Nygard, "Release It!": after so many failures in a row nothing is sent for a while; then one
// probe is let through, and its outcome decides. Intents that wait for that are not failed: they
// wait on, as long as their time lasts.
struct breaker_policy {
    std::uint32_t failures_to_open =
        0;  // attempts without an answer, or answered 5xx; 0: no breaker
    std::chrono::nanoseconds open_for{};

    friend bool operator==(const breaker_policy&, const breaker_policy&) = default;
};

struct retry_policy {
    using duration = std::chrono::nanoseconds;

    explicit retry_policy(duration timeout = std::chrono::seconds(1), std::uint32_t attempts = 6,
                          duration elapsed = std::chrono::seconds(60),
                          duration base = std::chrono::milliseconds(100),
                          duration longest = std::chrono::seconds(10))
        : attempt_timeout(timeout),
          attempts_max(attempts),
          elapsed_max(elapsed),
          backoff_base(base),
          backoff_max(longest) {}

    duration attempt_timeout;
    std::uint32_t attempts_max;
    // From the first attempt's begin, or the wait for leave to make it, to the last one's end: an
    // attempt is cut short by it, and no pause is begun that would reach beyond.
    duration elapsed_max;
    // The pause after attempt n is drawn from [0, min(backoff_max, backoff_base * 2^(n-1))].
    duration backoff_base;
    duration backoff_max;
    // A longer Retry-After is not waited for: the client gives up, and the outcome is unknown.
    duration retry_after_max = std::chrono::minutes(10);
    retry_budget budget{};
    breaker_policy breaker{};

    // The upper end of the pause after that attempt. ATTEMPT counts from 1.
    duration backoff_ceiling(std::uint32_t attempt) const;

    // How long after its first attempt an intent may still be sent, by a client that does not start
    // again: a record that is kept for less can be gone when a retry needs it.
    duration horizon() const;

    friend bool operator==(const retry_policy&, const retry_policy&) = default;
};

}  // namespace onceproof::model
