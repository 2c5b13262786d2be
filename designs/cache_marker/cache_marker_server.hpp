// A server that keeps its keys in a cache: a marker with a time to live stands for a request under
// way, and the answer takes its place. A weak design, kept as an example of what is found in the
// field.
//
//     insert if absent: the marker, for the lease      in the key store (key_store.hpp)
//     the effect                                       in the ledger, a commit of its own
//     compare and set: the answer, for the retention   in the key store
//     the answer
//
// Nothing ties the effect to what is set after it. Whatever ends the attempt between the two leaves
// an effect and a marker that says nothing of it; once the marker has expired the next attempt is
// as good as the first, and takes effect again. So it does when the store has forgotten the key, by
// dying or because the retention is over.
#pragma once

#include "designs/claim_lease/charge_server.hpp"
#include "designs/parts/key_store_client.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <string>

namespace onceproof::designs {

// Requires: the setting has a store; the contract keeps 402, and rejects duplicates in flight.
template <class Platform>
class cache_marker_server : public charge_server<Platform> {
public:
    using base = charge_server<Platform>;
    using base::base;
    using typename base::database;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

    // Longer than the store takes, shorter than a client waits.
    static constexpr std::chrono::milliseconds longest_call{100};

protected:
    awaitable<model::http_response> settle(database& db, const charge_request& c) override;

    // Guard "fail closed": when the keys cannot be asked, nothing is done.
    virtual awaitable<model::http_response> without_keys(database& db, const charge_request& c);

    // Does what was asked for, whoever has done it before.
    awaitable<model::http_response> take_effect(database& db, const charge_request& c);

private:
    awaitable<model::http_response> answer_duplicate(database& db, const charge_request& c);
    std::string key_of(const charge_request& c) const;
    key_store_client<Platform> store() const;
};

extern template class cache_marker_server<model::simulated>;
extern template class cache_marker_server<model::real>;

}  // namespace onceproof::designs
