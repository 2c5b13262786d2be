// A client's circuit breaker (M. Nygard, "Release It!", chapter 5): spares a service that fails,
// and the client the wait for it.
//
//     closed      everything is sent; after `failures_to_open` failures in a row: open
//     open        nothing is sent, for `open_for`; then the next who asks gets to probe: half-open
//     half-open   one probe is under way, and nothing else is sent; its outcome closes or opens
//
// Only outcomes of the period in which their attempt was let through count. So what comes in late,
// of attempts that began before it opened, neither closes it nor opens it again.
//
// There is no clock in it: callers say what time it is, counted from any fixed instant.
#pragma once

#include "model/contract/retry_policy.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace onceproof::designs {

class circuit_breaker {
public:
    using duration = model::retry_policy::duration;

    enum class state : std::uint8_t { closed, open, half_open };

    // Leave to make one attempt. Whoever has it tells how the attempt ended; one that is destroyed
    // before, with the coroutine that held it, lets another take its place.
    // Requires: the breaker outlives it.
    class pass {
    public:
        // Reports to nobody.
        pass() = default;
        pass(circuit_breaker& from, std::uint64_t period) : from_(&from), period_(period) {}
        pass(pass&& other) noexcept;
        pass& operator=(pass&& other) noexcept;
        ~pass();

        // FAILED: there was no answer, or one of 5xx. What is told twice counts once.
        void ended(bool failed, duration now);

    private:
        circuit_breaker* from_ = nullptr;
        std::uint64_t period_ = 0;
    };

    // Never opens if RULES has no failures to open at.
    explicit circuit_breaker(const model::breaker_policy& rules) : rules_(rules) {}
    circuit_breaker(const circuit_breaker&) = delete;
    circuit_breaker& operator=(const circuit_breaker&) = delete;

    // Leave to send, or nothing.
    std::optional<pass> admit(duration now);

    // How long it makes no sense to ask again: until the probe is due or, while one is under way,
    // as long as if it had failed. Never nothing after a refusal, so that nobody spins.
    duration wait(duration now) const;

    state now_is() const { return state_; }

private:
    void turn(state to);
    void ended(std::uint64_t period, bool failed, duration now);
    void given_back(std::uint64_t period);

    model::breaker_policy rules_;
    state state_ = state::closed;
    std::uint64_t period_ = 0;  // how often the state has changed
    std::uint32_t failures_ = 0;
    duration probe_at_{};
};

}  // namespace onceproof::designs
