// Sockets on the loopback, for those who stand between a service and what it uses.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <cstdint>

namespace onceproof::rehearsal {

using tcp = boost::asio::ip::tcp;

// Listens at a port that was free, below the range from which the kernel draws ports of clients:
// who polls a closed port of that range may connect to itself. Throws std::system_error.
tcp::acceptor listen_on_loopback(boost::asio::io_context& on);

// A port of that kind at which nobody listens now, for a process that will.
std::uint16_t free_port(boost::asio::io_context& on);

tcp::endpoint on_loopback(std::uint16_t port);

// Ends a connection so that the other side gets a reset.
void reset(tcp::socket& connection);

}  // namespace onceproof::rehearsal
