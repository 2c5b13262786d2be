// A server that keeps who has claimed a key and what came of it in two tables; with the same
// interface as charge_server.hpp. It shares no step on keys with the others: the judge has to take
// another way to the same promise for as good.
#pragma once

#include "designs/claim_lease/charge_server.hpp"

#include <boost/asio/awaitable.hpp>

#include <optional>
#include <string_view>

namespace onceproof::designs {

extern const std::string_view two_tables_schema;

// A claim is a row of `claims`, which is never changed, and an outcome one of `outcomes`. Both and
// the effect are one commit, so that a claim without outcome is seen by nobody. A duplicate waits
// for the lock. What has expired is told so; nothing is swept.
template <class Platform>
class two_tables_server : public charge_server<Platform> {
public:
    using base = charge_server<Platform>;
    using base::base;
    using typename base::database;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

protected:
    awaitable<model::http_response> settle(database& db, const charge_request& c) override;

private:
    // Whether the key was free, and now stands for that request.
    awaitable<bool> claim_key(database& db, const record_id& id, std::string_view fingerprint);
    // The effect and its outcome.
    awaitable<model::http_response> make(database& db, const record_id& id,
                                         const charge_request& c);
    awaitable<std::optional<key_record>> find(database& db, const record_id& id);
};

extern template class two_tables_server<model::simulated>;
extern template class two_tables_server<model::real>;

}  // namespace onceproof::designs
