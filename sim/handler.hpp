// Joins an operation of sim/ to the completion handler that Asio made of the caller's token.
//
// A kind of operation is a class derived from `operation` with
//     auto result();        a tuple of what the handler is called with
//     void before_call();   what happens just before that, in the right activity
// and `start_operation<Kind>(owner, handler, ...)` makes one, owned by OWNER.
#pragma once

#include "sim/operation.hpp"
#include "sim/process.hpp"

#include <boost/asio/associated_allocator.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/dispatch.hpp>

#include <memory>
#include <tuple>
#include <utility>

namespace onceproof::sim {

class executor;

// A function given to an executor: called with nothing.
class posted_operation : public operation {
public:
    using operation::operation;
    static constexpr bool cancellable = false;
    std::tuple<> result() { return {}; }
    void before_call() {}
};

template <class Kind, class Handler>
class handler_operation final : public Kind {
public:
    template <class... Args>
    handler_operation(incarnation& owner, Handler&& handler, Args&&... args)
        : Kind(owner, &finish, std::forward<Args>(args)...), handler_(std::move(handler)) {}

    using allocator = typename std::allocator_traits<
        boost::asio::associated_allocator_t<Handler>>::template rebind_alloc<handler_operation>;

    Handler& handler() { return handler_; }

private:
    // The memory is given back before the handler is called, so that the handler's next operation
    // can use it again.
    static void finish(operation& op, bool call) {
        auto& self = static_cast<handler_operation&>(op);
        incarnation& owner = op.owner();
        Handler handler(std::move(self.handler_));
        auto result = self.result();
        if (call) {
            self.before_call();
        }
        allocator memory(boost::asio::get_associated_allocator(handler));
        std::allocator_traits<allocator>::destroy(memory, &self);
        std::allocator_traits<allocator>::deallocate(memory, &self, 1);
        if (call) {
            complete(owner, std::move(handler), std::move(result));
        }
    }

    // Owner is `incarnation`. It is a parameter since its executor is not complete here, which
    // clang minds before anybody uses this.
    template <class Owner, class Result>
    static void complete(Owner& owner, Handler&& handler, Result&& result) {
        if constexpr (Kind::cancellable) {
            auto slot = boost::asio::get_associated_cancellation_slot(handler);
            if (slot.is_connected()) {
                slot.clear();
            }
        }
        if constexpr (std::is_same_v<Kind, posted_operation>) {
            std::move(handler)();
        } else {
            auto ex = boost::asio::get_associated_executor(handler, owner.get_executor());
            if (runs_in(ex, owner)) {
                std::apply(std::move(handler), std::forward<Result>(result));
            } else {
                boost::asio::dispatch(
                    ex, [h = std::move(handler), r = std::forward<Result>(result)]() mutable {
                        std::apply(std::move(h), std::move(r));
                    });
            }
        }
    }

    Handler handler_;
};

// Makes an operation of that kind, owned by OWNER and open to cancellation through the handler's
// slot. The caller completes it, or lists it as waiting.
template <class Kind, class Handler, class... Args>
Kind& start_operation(incarnation& owner, Handler handler, Args&&... args) {
    using full = handler_operation<Kind, Handler>;
    typename full::allocator memory(boost::asio::get_associated_allocator(handler));
    full* op = std::allocator_traits<typename full::allocator>::allocate(memory, 1);
    new (op) full(owner, std::move(handler), std::forward<Args>(args)...);
    owner.own(*op);
    if constexpr (Kind::cancellable) {
        auto slot = boost::asio::get_associated_cancellation_slot(op->handler());
        if (slot.is_connected()) {
            slot.template emplace<slot_cancellation>(*op);
        }
    }
    return *op;
}

}  // namespace onceproof::sim
