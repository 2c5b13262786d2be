// A channel between the coroutines of one process, in the manner of `asio::experimental::channel`.
//
// Receiving a value adopts the activity under which it was sent: the value is a message. A
// `channel<void>` carries no message, only a wake-up, so receiving from it adopts nothing.
#pragma once

#include "sim/executor.hpp"
#include "sim/fifo.hpp"
#include "sim/handler.hpp"
#include "sim/world.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/experimental/channel_error.hpp>

#include <cstddef>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace onceproof::sim {

template <class T>
class channel {
public:
    using executor_type = executor;
    using value_type = std::conditional_t<std::is_void_v<T>, std::monostate, T>;

    // Holds up to CAPACITY values; a sender beyond that waits for a receiver.
    template <class Executor>
    explicit channel(Executor&& ex, std::size_t capacity = 0)
        : executor_(executor::from(ex)), capacity_(capacity) {}
    channel(const channel&) = delete;
    channel& operator=(const channel&) = delete;
    ~channel() { cancel(); }

    executor_type get_executor() const noexcept { return executor_; }

    // Handler: void(error_code). Fails with `channel_closed` or `operation_aborted`.
    template <boost::asio::completion_token_for<void(error_code)> Token>
    auto async_send(value_type value, Token&& token) {
        return boost::asio::async_initiate<Token, void(error_code)>(
            [](auto handler, channel* self, value_type v) {
                self->send(start_operation<send_operation>(self->executor_.context(),
                                                           std::move(handler), std::move(v)));
            },
            token, this, std::move(value));
    }

    template <boost::asio::completion_token_for<void(error_code)> Token>
        requires std::is_void_v<T>
    auto async_send(Token&& token) {
        return async_send(value_type(), std::forward<Token>(token));
    }

    // Handler: void(error_code, T), or void(error_code) for a channel of void.
    template <class Token>
    auto async_receive(Token&& token) {
        return boost::asio::async_initiate<Token, receive_signature>(
            [](auto handler, channel* self) {
                self->receive(start_operation<receive_operation>(self->executor_.context(),
                                                                 std::move(handler)));
            },
            token, this);
    }

    // False if that would have to wait, or the channel is closed.
    bool try_send(value_type value);

    // Nothing can be sent any more; what is in it can still be received.
    void close();

    // Ends every pending send and receive with `operation_aborted`.
    void cancel();

    std::size_t size() const { return held_.size(); }

private:
    using receive_signature =
        std::conditional_t<std::is_void_v<T>, void(error_code), void(error_code, value_type)>;

    struct message {
        value_type value;
        context sent_in;
    };

    class send_operation : public operation {
    public:
        static constexpr bool cancellable = true;
        send_operation(incarnation& owner, finish_function finish, value_type v)
            : operation(owner, finish), content{std::move(v), {}} {}
        std::tuple<error_code> result() const { return {error}; }
        void before_call() {}
        message content;
    };

    class receive_operation : public operation {
    public:
        using operation::operation;
        static constexpr bool cancellable = true;
        auto result() {
            if constexpr (std::is_void_v<T>) {
                return std::tuple<error_code>(error);
            } else {
                return std::tuple<error_code, value_type>(
                    error, got ? std::move(got->value) : value_type());
            }
        }
        void before_call() {
            if (got) {
                world& w = owner().in();
                if constexpr (!std::is_void_v<T>) {
                    w.adopt(got->sent_in);
                }
                w.record(event_kind::channel_received, owner().owner().name_at());
            }
        }
        std::optional<message> got;
    };

    // A value leaves its sender: from here on it carries the sender's activity.
    context sign() {
        incarnation& here = executor_.context();
        here.in().record(event_kind::channel_sent, here.owner().name_at(), 0, held_.size());
        return here.in().current();
    }

    receive_operation* next_receiver() {
        return receivers_.empty() ? nullptr : &static_cast<receive_operation&>(receivers_.front());
    }

    static void give(receive_operation& op, message m) {
        op.waiting.unlink();
        op.got.emplace(std::move(m));
        op.owner().complete(op);
    }

    static void refuse(operation& op) {
        op.waiting.unlink();
        op.error = boost::asio::experimental::error::channel_closed;
        op.owner().complete(op);
    }

    void send(send_operation& op);
    void receive(receive_operation& op);

    executor executor_;
    std::size_t capacity_;
    bool closed_ = false;
    fifo<message> held_;
    waiting_list senders_;    // each with its message, beyond the capacity
    waiting_list receivers_;  // only while nothing is held
};

template <class T>
void channel<T>::send(send_operation& op) {
    if (!op.owner().alive()) {
        return;
    }
    if (closed_) {
        refuse(op);
        return;
    }
    op.content.sent_in = sign();
    if (receive_operation* receiver = next_receiver()) {
        give(*receiver, std::move(op.content));
    } else if (held_.size() < capacity_) {
        held_.push(std::move(op.content));
    } else {
        senders_.push_back(op);
        return;
    }
    op.owner().complete(op);
}

template <class T>
bool channel<T>::try_send(value_type value) {
    if (closed_ || !executor_.context().alive()) {
        return false;
    }
    receive_operation* const receiver = next_receiver();
    if (receiver == nullptr && held_.size() >= capacity_) {
        return false;
    }
    message m{std::move(value), sign()};
    if (receiver != nullptr) {
        give(*receiver, std::move(m));
    } else {
        held_.push(std::move(m));
    }
    return true;
}

template <class T>
void channel<T>::receive(receive_operation& op) {
    send_operation* const sender =
        senders_.empty() ? nullptr : &static_cast<send_operation&>(senders_.front());
    if (!held_.empty()) {
        give(op, std::move(held_.front()));
        held_.pop();
        if (sender != nullptr) {
            held_.push(std::move(sender->content));
        }
    } else if (sender != nullptr) {
        give(op, std::move(sender->content));
    } else if (closed_) {
        refuse(op);
        return;
    } else {
        receivers_.push_back(op);
        return;
    }
    if (sender != nullptr) {
        sender->waiting.unlink();
        sender->owner().complete(*sender);
    }
}

template <class T>
void channel<T>::close() {
    closed_ = true;
    while (!receivers_.empty()) {
        refuse(receivers_.front());
    }
    while (!senders_.empty()) {
        refuse(senders_.front());
    }
}

template <class T>
void channel<T>::cancel() {
    while (!receivers_.empty()) {
        receivers_.front().abort(false);
    }
    while (!senders_.empty()) {
        senders_.front().abort(false);
    }
}

}  // namespace onceproof::sim
