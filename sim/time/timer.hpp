// A timer on virtual time, with the interface of `asio::steady_timer`.
#pragma once

#include "sim/executor.hpp"
#include "sim/handler.hpp"
#include "sim/time/time.hpp"

#include <boost/asio/async_result.hpp>

#include <cstddef>
#include <memory>
#include <utility>

namespace onceproof::sim {

// Completes with no error when the time has come, with `operation_aborted` when the timer is
// cancelled, set anew or destroyed. Any number of waits may be pending.
class timer {
public:
    using executor_type = executor;
    using clock_type = virtual_clock;
    using duration = clock_type::duration;
    using time_point = clock_type::time_point;

    // EX: a `sim::executor`, an `any_io_executor` that holds one, or an incarnation.
    template <class Executor>
    explicit timer(Executor&& ex) : executor_(executor::from(ex)) {}
    template <class Executor>
    timer(Executor&& ex, duration span) : timer(ex) {
        expires_after(span);
    }
    template <class Executor>
    timer(Executor&& ex, time_point when) : timer(ex) {
        expires_at(when);
    }

    timer(timer&& other) noexcept;
    timer& operator=(timer&& other) noexcept;
    ~timer();

    executor_type get_executor() const noexcept { return executor_; }
    time_point expiry() const { return expiry_; }

    // Sets the time and cancels what waits for the old one; returns how many did. A time that has
    // passed completes a wait at once.
    std::size_t expires_after(duration span);
    std::size_t expires_at(time_point when);

    std::size_t cancel();
    std::size_t cancel_one();

    // Handler: void(error_code).
    template <boost::asio::completion_token_for<void(error_code)> Token>
    auto async_wait(Token&& token) {
        return boost::asio::async_initiate<Token, void(error_code)>(
            [](auto handler, timer* self) {
                self->wait(
                    start_operation<wait_operation>(self->executor_.context(), std::move(handler)));
            },
            token, this);
    }

private:
    class wait_operation : public operation {
    public:
        using operation::operation;
        static constexpr bool cancellable = true;
        std::tuple<error_code> result() const { return {error}; }
        void before_call();
    };

    void wait(operation& op);

    executor executor_;
    time_point expiry_{};
    waiting_list waiting_;
};

}  // namespace onceproof::sim
