// See circuit_breaker.hpp.
#include "designs/client/circuit_breaker.hpp"

#include <algorithm>
#include <utility>

namespace onceproof::designs {
namespace {

constexpr std::chrono::milliseconds least_wait(1);

}  // namespace

circuit_breaker::pass::pass(pass&& other) noexcept
    : from_(std::exchange(other.from_, nullptr)), period_(other.period_) {}

circuit_breaker::pass& circuit_breaker::pass::operator=(pass&& other) noexcept {
    std::swap(from_, other.from_);
    std::swap(period_, other.period_);
    return *this;
}

circuit_breaker::pass::~pass() {
    if (from_ != nullptr) {
        from_->given_back(period_);
    }
}

void circuit_breaker::pass::ended(bool failed, duration now) {
    if (from_ != nullptr) {
        std::exchange(from_, nullptr)->ended(period_, failed, now);
    }
}

std::optional<circuit_breaker::pass> circuit_breaker::admit(duration now) {
    if (state_ == state::half_open || (state_ == state::open && now < probe_at_)) {
        return std::nullopt;
    }
    if (state_ == state::open) {
        turn(state::half_open);
    }
    return pass(*this, period_);
}

circuit_breaker::duration circuit_breaker::wait(duration now) const {
    switch (state_) {
        case state::open:
            return std::max<duration>(probe_at_ - now, least_wait);
        case state::half_open:
            return std::max<duration>(rules_.open_for, least_wait);
        case state::closed:
            break;
    }
    return duration::zero();
}

void circuit_breaker::turn(state to) {
    state_ = to;
    ++period_;
    failures_ = 0;
}

void circuit_breaker::ended(std::uint64_t period, bool failed, duration now) {
    if (period != period_) {
        return;
    }
    if (!failed) {
        failures_ = 0;
        if (state_ == state::half_open) {
            turn(state::closed);
        }
        return;
    }
    ++failures_;
    if (state_ == state::half_open || failures_ == rules_.failures_to_open) {
        turn(state::open);
        probe_at_ = now + rules_.open_for;
    }
}

void circuit_breaker::given_back(std::uint64_t period) {
    if (state_ == state::half_open && period == period_) {
        turn(state::open);
    }
}

}  // namespace onceproof::designs
