// Waits for something to become true, in one thread. The one place of this layer with a clock.
//
// Who changes anything says so, and who waits looks again: so what is waited for is always an
// event. The bound says only when waiting is given up, which makes a run inconclusive; nothing is
// ever decided by it.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <set>

namespace onceproof::rehearsal {

class condition {
public:
    using clock = std::chrono::steady_clock;

    explicit condition(boost::asio::io_context& on) : context_(on) {}
    condition(const condition&) = delete;

    void changed() {
        for (boost::asio::steady_timer* waiting : waiting_) {
            waiting->cancel();
        }
    }

    // Nobody waits any more, from now on.
    void shut() {
        is_shut_ = true;
        changed();
    }

    // False: it was not met within AT_MOST. Requires: MET() can be asked until then.
    template <class Met>
    boost::asio::awaitable<bool> until(Met met, std::chrono::nanoseconds at_most) {
        boost::asio::steady_timer bound(context_, at_most);
        const enrolled here(waiting_, &bound);
        while (!met()) {
            if (is_shut_ || clock::now() >= bound.expiry()) {
                co_return false;
            }
            boost::system::error_code ignored;
            co_await bound.async_wait(
                boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
        }
        co_return true;
    }

    // Waits for a service's own clock, or for another look at what tells nobody of its changes.
    boost::asio::awaitable<void> pass(std::chrono::nanoseconds span) {
        const auto never = [] { return false; };
        co_await until(never, span);
    }

    static std::chrono::nanoseconds now() { return clock::now().time_since_epoch(); }

private:
    using timers = std::set<boost::asio::steady_timer*>;

    struct enrolled {
        enrolled(timers& all, boost::asio::steady_timer* one) : all_(all), one_(one) {
            all_.insert(one_);
        }
        ~enrolled() { all_.erase(one_); }
        enrolled(const enrolled&) = delete;

        timers& all_;
        boost::asio::steady_timer* one_;
    };

    boost::asio::io_context& context_;
    timers waiting_;
    bool is_shut_ = false;
};

}  // namespace onceproof::rehearsal
