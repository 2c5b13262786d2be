// A server that keeps what came of a key in its memory as well, and looks there first; otherwise it
// is local_transaction_server.hpp. What is in the memory was committed before, and never changes.
#pragma once

#include "designs/local_transaction/local_transaction_server.hpp"

#include <boost/asio/awaitable.hpp>

#include <map>
#include <string>
#include <tuple>

namespace onceproof::designs {

template <class Platform>
class read_through_server : public local_transaction_server<Platform> {
public:
    using base = local_transaction_server<Platform>;
    using base::base;
    using typename base::database;
    using typename base::records;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

protected:
    awaitable<model::http_response> settle(database& db, const charge_request& c) override;

private:
    using name_of_key = std::tuple<std::string, std::string, std::string>;

    std::map<name_of_key, key_record> known_;
};

extern template class read_through_server<model::simulated>;
extern template class read_through_server<model::real>;

}  // namespace onceproof::designs
