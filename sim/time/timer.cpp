// See timer.hpp.
#include "sim/time/timer.hpp"

#include "sim/world.hpp"

#include <algorithm>
#include <utility>

namespace onceproof::sim {

timer::timer(timer&& other) noexcept : executor_(other.executor_), expiry_(other.expiry_) {
    waiting_.swap(other.waiting_);
}

timer& timer::operator=(timer&& other) noexcept {
    if (this != &other) {
        cancel();
        executor_ = other.executor_;
        expiry_ = other.expiry_;
        waiting_.swap(other.waiting_);
    }
    return *this;
}

timer::~timer() {
    cancel();
}

std::size_t timer::expires_after(duration span) {
    return expires_at(executor_.context().in().now() + span);
}

std::size_t timer::expires_at(time_point when) {
    const std::size_t cancelled = cancel();
    expiry_ = when;
    return cancelled;
}

std::size_t timer::cancel() {
    std::size_t count = 0;
    while (cancel_one() > 0) {
        ++count;
    }
    return count;
}

std::size_t timer::cancel_one() {
    if (waiting_.empty()) {
        return 0;
    }
    waiting_.front().abort(false);
    return 1;
}

void timer::wait(operation& op) {
    waiting_.push_back(op);
    incarnation& owner = executor_.context();
    const time_point now = owner.in().now();
    owner.complete_at(op, now + owner.left_until(std::max(expiry_, now)));
}

void timer::wait_operation::before_call() {
    if (!error) {
        owner().in().record(event_kind::timer_fired, owner().owner().name_at());
    }
}

}  // namespace onceproof::sim
