// Sockets on the loopback, for those who stand between a service and what it uses.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <cstdint>
#include <memory>
#include <utility>

namespace onceproof::rehearsal {

using tcp = boost::asio::ip::tcp;

// Listens at a port that was free, below the range from which the kernel draws ports of clients:
// who polls a closed port of that range may connect to itself. Throws std::system_error.
tcp::acceptor listen_on_loopback(boost::asio::io_context& on);

// A port of that kind at which nobody listens now, for a process that will.
std::uint16_t free_port(boost::asio::io_context& on);

tcp::endpoint on_loopback(std::uint16_t port);

// Gives each connection that arrives at SELF->arrivals to serve(SELF, connection), a coroutine of
// its own in SELF->context, until `arrivals` is closed.
template <class Server>
boost::asio::awaitable<void> accept_each(std::shared_ptr<Server> self) {
    while (self->arrivals.is_open()) {
        boost::system::error_code failed;
        tcp::socket arrived = co_await self->arrivals.async_accept(
            boost::asio::redirect_error(boost::asio::use_awaitable, failed));
        if (!failed) {
            arrived.set_option(tcp::no_delay(true), failed);
            boost::asio::co_spawn(self->context, Server::serve(self, std::move(arrived)),
                                  boost::asio::detached);
        }
    }
}

// Ends a connection so that the other side gets a reset.
void reset(tcp::socket& connection);

}  // namespace onceproof::rehearsal
