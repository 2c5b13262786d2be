// A server that does all in one commit; with the same interface as charge_server.hpp.
#pragma once

#include "designs/claim_lease/charge_server.hpp"

#include <boost/asio/awaitable.hpp>

#include <optional>

namespace onceproof::designs {

// One transaction for all of it: the key, the effect and the answer. A duplicate waits for the
// transaction to end, since it takes the lock of the database. No lease, since no claim outlives
// the transaction that made it. What has expired is told so, and a decline is kept, whatever the
// contract says.
template <class Platform>
class local_transaction_server : public charge_server<Platform> {
public:
    using base = charge_server<Platform>;
    using base::base;
    using typename base::database;
    using typename base::records;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

protected:
    awaitable<model::http_response> settle(database& db, const charge_request& c) override;

    // Guard "one transaction": the key, the effect and the answer are one commit. Nothing if the
    // key was there.
    virtual awaitable<std::optional<model::http_response>> charge_once(database& db,
                                                                       const charge_request& c);
};

extern template class local_transaction_server<model::simulated>;
extern template class local_transaction_server<model::real>;

}  // namespace onceproof::designs
