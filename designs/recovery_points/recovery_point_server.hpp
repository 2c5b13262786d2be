// A server whose effect is at a system downstream that takes keys; with the same interface as
// charge_server.hpp.
#pragma once

#include "designs/parts/downstream_server.hpp"

#include <boost/asio/awaitable.hpp>

#include <optional>

namespace onceproof::designs {

// The system downstream takes keys: an authorization, then a capture, each under a key derived from
// the client's. Between the two stands a recovery point (B. Leach, "Implementing Stripe-like
// Idempotency Keys in Postgres", 2017).
template <class Platform>
class recovery_point_server : public downstream_server<Platform> {
public:
    using base = downstream_server<Platform>;
    using base::base;
    using typename base::database;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

protected:
    awaitable<std::optional<model::http_response>> work(database& db, const charge_request& c,
                                                        const held_claim& held) override;
};

extern template class recovery_point_server<model::simulated>;
extern template class recovery_point_server<model::real>;

}  // namespace onceproof::designs
