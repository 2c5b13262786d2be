// For tests: a server on the loopback interface, and a client that runs against it.
#pragma once

#include "model/platform/platform.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>

#include <exception>
#include <functional>
#include <string>

namespace onceproof::model::testing {

// What a client does, who is a process like the server, and is told where that listens.
using loopback_client =
    std::function<boost::asio::awaitable<void>(const real::process&, const real::endpoint&)>;

// Makes a Server that is called NAME and keeps its database in FILE, and serves until CLIENT is
// done.
template <class Server, class... Options>
void run_on_the_loopback(const std::string& name, const std::string& file,
                         const loopback_client& client, const Options&... options) {
    // tidy: allow asio::io_context: the arm that runs on real sockets
    boost::asio::io_context io;
    const real::process self(io.get_executor(), name, 1, file);
    Server server(self, options...);
    const real::endpoint anywhere(boost::asio::ip::address_v4::loopback(), 0);
    real::acceptor listening(io, anywhere);
    const real::endpoint where = listening.local_endpoint();
    boost::asio::co_spawn(io, server.serve(std::move(listening)), boost::asio::detached);
    boost::asio::co_spawn(io, client(self, where), [&io](std::exception_ptr failure) {
        io.stop();
        if (failure) {
            std::rethrow_exception(failure);
        }
    });
    io.run();
}

}  // namespace onceproof::model::testing
