// A proxy that sends a request again when no answer to it has come: a retry that the client does
// not know of, as reverse proxies do on errors of the upstream.
#pragma once

#include "sim/net/network.hpp"
#include "sim/net/socket.hpp"
#include "sim/process.hpp"

#include <boost/asio/awaitable.hpp>

#include <vector>

namespace onceproof::scenarios {

// Sends what it gets at PORT to the first of UPSTREAM, and after 100 ms without an answer to the
// next, and so on; with no answer at all it ends the connection.
boost::asio::awaitable<void> run_proxy(sim::incarnation& self, sim::port_number port,
                                       std::vector<sim::endpoint> upstream);

}  // namespace onceproof::scenarios
