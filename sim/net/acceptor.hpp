// Listens on a port of its process's host, in the place of `asio::ip::tcp::acceptor`.
#pragma once

#include "sim/executor.hpp"
#include "sim/fifo.hpp"
#include "sim/handler.hpp"
#include "sim/net/network.hpp"
#include "sim/net/socket.hpp"

#include <boost/asio/async_result.hpp>

#include <memory>
#include <tuple>
#include <utility>

namespace onceproof::sim {

// A pending accept.
class accept_operation : public operation {
public:
    static constexpr bool cancellable = true;
    accept_operation(incarnation& owner, finish_function finish)
        : operation(owner, finish), accepted(owner) {}
    std::tuple<error_code, socket> result() { return {error, std::move(accepted)}; }
    void before_call() {}

    socket accepted;
};

// The network's side of an acceptor: connections that wait to be accepted.
class listener final : public device {
public:
    // As many connections may wait, as Linux allows by default; more are refused.
    static constexpr std::size_t backlog_max = 4096;

    listener(incarnation& owner, port_number port);
    ~listener() { close(); }
    listener(const listener&) = delete;
    listener& operator=(const listener&) = delete;

    incarnation& owner() const { return owner_; }
    bool has_room() const { return backlog_.size() < backlog_max; }
    void offer(connection_end& e);
    void accept(accept_operation& op);
    void cancel();
    void close();
    void owner_died(death how) override;

private:
    void serve();
    void stop();

    incarnation& owner_;
    port_number port_;
    bool open_ = false;
    fifo<socket> backlog_;
    waiting_list accepting_;
};

// Requires: nobody else of the host listens on PORT. In a dead process it does nothing.
class acceptor {
public:
    using executor_type = executor;

    template <class Executor>
    acceptor(Executor&& ex, port_number port)
        : executor_(executor::from(ex)),
          listener_(std::make_unique<listener>(executor_.context(), port)) {}

    executor_type get_executor() const noexcept { return executor_; }

    // Handler: void(error_code, sim::socket).
    template <boost::asio::completion_token_for<void(error_code, socket)> Token>
    auto async_accept(Token&& token) {
        return boost::asio::async_initiate<Token, void(error_code, socket)>(
            [](auto handler, acceptor* self) {
                self->listener_->accept(start_operation<accept_operation>(self->executor_.context(),
                                                                          std::move(handler)));
            },
            token, this);
    }

    // Stops listening: what waited to be accepted is reset, pending accepts are aborted.
    void close() { listener_->close(); }

    // Ends pending accepts with `operation_aborted`; goes on listening.
    void cancel() { listener_->cancel(); }

private:
    executor executor_;
    std::unique_ptr<listener> listener_;
};

}  // namespace onceproof::sim
