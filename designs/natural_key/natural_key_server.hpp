// A server that keeps nothing of keys; with the same interface as charge_server.hpp.
#pragma once

#include "designs/claim_lease/charge_server.hpp"

#include <boost/asio/awaitable.hpp>

namespace onceproof::designs {

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

extern template class natural_key_server<model::simulated>;
extern template class natural_key_server<model::real>;

}  // namespace onceproof::designs
