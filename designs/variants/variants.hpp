// Other ways to keep a retry from charging again: each is a design that is found in the field, as a
// server with the same interface as charge_server.hpp. What they promise differs; so does what it
// takes to break them.
#pragma once

#include "designs/claim_lease/charge_server.hpp"

#include <boost/asio/awaitable.hpp>

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

// Nothing is kept of keys: that a reference is charged once is a constraint on the ledger. A
// duplicate gets the row that is there, as it would look if it had been made now. Needs
// ledger_schema_with_natural_key.
template <class Platform>
class natural_key_server : public charge_server<Platform> {
public:
    using base = charge_server<Platform>;
    using base::base;
    using typename base::database;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

protected:
    awaitable<model::http_response> answer(database& db,
                                           const model::http_request& request) override;

    // Guard "natural key": the constraint arbitrates.
    virtual awaitable<model::http_response> charge_under_reference(database& db,
                                                                   const charge_request& c);
    // The same guard: what is there must be what is asked for.
    virtual bool is_same_charge(const charge_request& c,
                                const typename ledger<Platform>::row& found) const;
};

extern template class local_transaction_server<model::simulated>;
extern template class local_transaction_server<model::real>;
extern template class natural_key_server<model::simulated>;
extern template class natural_key_server<model::real>;

}  // namespace onceproof::designs
