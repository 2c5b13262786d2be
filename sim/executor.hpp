// The executor of an incarnation: a scheduler that satisfies Asio's executor requirements, so that
// `co_spawn`, `post`, `dispatch` and everything else of Asio's runs on it unchanged.
//
// Functions run in the order in which they were given, never inside the call that gives them
// (blocking.never), at the current virtual time, under the activity of who gave them.
#pragma once

#include "sim/handler.hpp"
#include "sim/process.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/execution.hpp>

#include <type_traits>
#include <utility>

namespace onceproof::sim {

class executor {
public:
    explicit executor(incarnation& of) noexcept : incarnation_(&of) {}

    // The simulated executor inside EX, which is what `co_await this_coro::executor` gives in a
    // coroutine of the simulated world.
    // Requires: there is one.
    static executor from(const boost::asio::any_io_executor& ex);
    static executor from(const executor& ex) { return ex; }
    static executor from(incarnation& context) { return executor(context); }

    incarnation& context() const noexcept { return *incarnation_; }

    template <class Function>
    void execute(Function&& f) const {
        using function = std::decay_t<Function>;
        operation& op =
            start_operation<posted_operation>(*incarnation_, function(std::forward<Function>(f)));
        incarnation_->complete(op);
    }

    incarnation& query(boost::asio::execution::context_t) const noexcept { return *incarnation_; }
    static constexpr boost::asio::execution::blocking_t query(
        boost::asio::execution::blocking_t) noexcept {
        return boost::asio::execution::blocking.never;
    }

    friend bool operator==(const executor& a, const executor& b) noexcept {
        return a.incarnation_ == b.incarnation_;
    }
    friend bool operator!=(const executor& a, const executor& b) noexcept { return !(a == b); }

private:
    incarnation* incarnation_;
};

inline executor incarnation::get_executor() noexcept {
    return executor(*this);
}

// True if a handler whose associated executor is EX may be called directly by code that runs in
// HERE. Anything else must be dispatched through EX.
inline bool runs_in(const executor& ex, const incarnation& here) {
    return &ex.context() == &here;
}
inline bool runs_in(const boost::asio::any_io_executor& ex, const incarnation& here) {
    const executor* inner = ex.target<executor>();
    return inner != nullptr && runs_in(*inner, here);
}
template <class Other>
bool runs_in(const Other&, const incarnation&) {
    return false;
}

}  // namespace onceproof::sim
