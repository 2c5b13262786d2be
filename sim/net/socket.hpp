// A stream socket of the simulated network, in the place of `asio::ip::tcp::socket`.
//
// It satisfies Asio's and Beast's AsyncStream requirements, so that `asio::async_read`,
// `http::async_read` and their like work on it unchanged. Reads and writes may be partial. Every
// operation can be cancelled, through cancel() or its cancellation slot. Errors are Asio's:
// `connection_refused`, `connection_reset`, `eof`, `broken_pipe`, `not_connected`,
// `host_not_found`, `operation_aborted`.
//
// It holds no strong reference: when its process dies, it is closed, whoever still has it.
#pragma once

#include "sim/executor.hpp"
#include "sim/handler.hpp"
#include "sim/net/connection.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/socket_base.hpp>

#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace onceproof::sim {

// Where somebody listens: the name of a host of the world, and a port.
struct endpoint {
    endpoint(std::string_view host_name, port_number p) : host(host_name), port(p) {}

    std::string host;
    port_number port;
};

class socket {
public:
    using executor_type = executor;
    using lowest_layer_type = socket;
    using shutdown_type = boost::asio::socket_base::shutdown_type;

    // EX: a `sim::executor`, an `any_io_executor` that holds one, or an incarnation.
    template <class Executor>
    explicit socket(Executor&& ex) : executor_(executor::from(ex)) {}
    socket(socket&& other) noexcept;
    socket& operator=(socket&& other) noexcept;
    ~socket() { close(); }

    executor_type get_executor() const noexcept { return executor_; }
    bool is_open() const { return end_ != nullptr; }

    // Handler: void(error_code). Takes one round trip; completes never if nobody answers.
    // A socket that was open is closed first.
    template <boost::asio::completion_token_for<void(error_code)> Token>
    auto async_connect(endpoint where, Token&& token) {
        return boost::asio::async_initiate<Token, void(error_code)>(
            [](auto handler, socket* self, endpoint to) {
                self->connect(to, start_operation<connect_operation>(self->executor_.context(),
                                                                     std::move(handler)));
            },
            token, this, std::move(where));
    }

    // Handler: void(error_code, std::size_t). Completes with `eof` after the last byte.
    template <class MutableBuffers,
              boost::asio::completion_token_for<void(error_code, std::size_t)> Token>
    auto async_read_some(const MutableBuffers& buffers, Token&& token) {
        return boost::asio::async_initiate<Token, void(error_code, std::size_t)>(
            [](auto handler, socket* self, const MutableBuffers& into) {
                self->read(start_operation<transfer_operation>(self->executor_.context(),
                                                               std::move(handler), into));
            },
            token, this, buffers);
    }

    // Handler: void(error_code, std::size_t). Success says that the bytes have left, not that
    // anybody has read them.
    template <class ConstBuffers,
              boost::asio::completion_token_for<void(error_code, std::size_t)> Token>
    auto async_write_some(const ConstBuffers& buffers, Token&& token) {
        return boost::asio::async_initiate<Token, void(error_code, std::size_t)>(
            [](auto handler, socket* self, const ConstBuffers& from) {
                self->write(start_operation<transfer_operation>(self->executor_.context(),
                                                                std::move(handler), from));
            },
            token, this, buffers);
    }

    // Half-close: `shutdown_send` lets the peer read to the end. Receiving is never shut down.
    void shutdown(shutdown_type what);

    // The peer sees the end of the stream, or a reset if bytes were left unread here. What was
    // sent is not recalled.
    void close();

    // Ends what is pending with `operation_aborted`.
    void cancel();

private:
    friend class connection_end;
    friend class listener;

    class connect_operation : public operation {
    public:
        using operation::operation;
        static constexpr bool cancellable = true;
        std::tuple<error_code> result() const { return {error}; }
        void before_call() {}
    };

    socket(executor ex, connection_end& accepted);
    void connect(const endpoint& where, operation& op);
    void read(transfer_operation& op);
    void write(transfer_operation& op);
    void hold(connection_end* e);
    void forget_end() { end_ = nullptr; }

    executor executor_;
    connection_end* end_ = nullptr;
};

}  // namespace onceproof::sim
