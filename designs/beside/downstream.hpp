// The system downstream as a role starts it, whichever design it is of: today there is one,
// acquirer.hpp.
#pragma once

#include "sim/hash.hpp"
#include "sim/net/network.hpp"
#include "sim/process.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <string>

namespace onceproof::designs {

struct downstream_options {
    explicit downstream_options(bool k = true) : keyed(k) {}

    // Keyed: a key is unique among all requests and stands for the one that it first came with;
    // who sends that again gets the stored answer, marked `Idempotent-Replayed: true`. One local
    // transaction holds the key, the effect and the answer. Declined is an answer like any other.
    // Keyless: every POST is a new one.
    bool keyed;

    // A look-up sees only what is older than that, by the wall clock of this host: it reads a copy
    // that lags behind.
    std::chrono::nanoseconds visible_after{};

    // How long the work takes before it is committed. A stored answer takes no work.
    std::chrono::nanoseconds work_time{};
};

// The tables of its database. Running it twice does no harm.
const std::string& downstream_schema();

// What it notes in the trace when it has made an effect.
sim::literal downstream_effect();

// Serves at PORT until the process ends. Its database is the one of its host.
boost::asio::awaitable<void> serve_downstream(sim::incarnation& self, sim::port_number port,
                                              downstream_options options);

}  // namespace onceproof::designs
