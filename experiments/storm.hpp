// A storm: hundreds of clients ask a service of bounded capacity, which becomes slow for a while.
// How much more they send than they are asked for, and when the service is of use again, depends on
// how they try again.
//
// It needs no database and no oracle: what is measured is load, not effects. The clients are the
// reference clients, each a process with a budget and a breaker of its own.
#pragma once

#include "model/contract/retry_policy.hpp"
#include "sim/time/time.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace onceproof::experiments {

// How clients try again.
struct storm_policy {
    std::string_view name;  // "with jitter and budget"
    bool jitter;            // false: all pauses are as long as they may be
    model::retry_policy retry;
};

// From the barest to that of the contract "strict", whose numbers all of them have, by one guard
// each; and, last, that one for callers who do not wait so long.
std::vector<storm_policy> storm_policies();

struct storm_setting {
    std::uint64_t seed = 1;
    std::size_t clients = 200;

    // Each client is asked for a payment so often, on average, at times of its own (a Poisson
    // process, to the millisecond); or all for one payment each, at the begin.
    sim::duration every = std::chrono::seconds(1);
    bool once = false;
    sim::duration lasts = std::chrono::seconds(60);  // then nobody asks for more

    // The service: so many workers, who take what waits in the order in which it came. None is
    // refused, and all is done, whether or not somebody still waits for it. Unless it DROPS_LATE:
    // then what its client will wait for (model/http/request_deadline.hpp) no longer than twice the
    // work is not begun. Once would leave no time for the way back.
    std::size_t workers = 8;
    sim::duration work = std::chrono::milliseconds(20);
    bool drops_late = false;

    // The outage: what is begun then takes longer, or is answered 503 at once if the service is
    // down.
    sim::duration slow_from = std::chrono::seconds(10);
    sim::duration slow_until = std::chrono::seconds(15);
    sim::duration slow_work = std::chrono::milliseconds(200);
    bool down = false;

    // An answer that comes later is of no use to who asked for the payment.
    sim::duration of_use = std::chrono::seconds(1);

    sim::duration bin = std::chrono::milliseconds(100);  // what is counted together; divides 1 s

    // How many payments the service can do in a second while it is well.
    double capacity() const;
};

// Not a storm but how one begins: all clients fail at the same moment, at a service that is down,
// and come again. Two seconds of it, in bins of 25 ms.
storm_setting common_failure(std::size_t clients);

// What began in one bin.
struct storm_bin {
    std::uint64_t offered = 0;  // payments that clients were asked for
    std::uint64_t sent = 0;     // attempts
    std::uint64_t good = 0;     // of what was offered then: done, and told while it was of use
};

struct storm_run {
    storm_setting setting;
    std::vector<storm_bin> bins;  // of the time while clients are asked for more
    // Until the last payment has settled:
    std::uint64_t offered = 0;
    std::uint64_t sent = 0;
    std::uint64_t done = 0;     // told to be done, sooner or later
    std::uint64_t unknown = 0;  // given up
    std::uint64_t steps = 0;    // of the world

    // All that began from then to then, which are whole bins.
    storm_bin between(sim::duration from, sim::duration until) const;

    // How long after the end of the outage the service is of use again, for good: from then on, at
    // least 95 % of what is offered in any second is good. Nothing: not while clients were asked.
    std::optional<sim::duration> recovery() const;
};

// Attempts per payment that was offered. Requires: one was.
double amplification(const storm_bin& b);

storm_run run_storm(const storm_setting& setting, const storm_policy& policy);

}  // namespace onceproof::experiments
