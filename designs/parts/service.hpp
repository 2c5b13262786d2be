// A server of HTTP requests that keeps a database. What the answers are is for a subclass to say.
#pragma once

#include "designs/parts/http_server.hpp"
#include "model/http/http.hpp"
#include "model/platform/platform.hpp"

#include <boost/asio/awaitable.hpp>

namespace onceproof::designs {

// Each connection has a database connection of its own, because a transaction belongs to one: BEGIN
// of two coroutines on one would nest.
template <class Platform>
class service : public http_server<Platform> {
public:
    using typename http_server<Platform>::process;
    using database = typename Platform::database;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

    explicit service(const process& self) : http_server<Platform>(self) {}

    // The answer to one request. Whatever a step of the database fails with, the outcome is
    // `unknown`. Requires: DB is open and not in a transaction.
    awaitable<model::http_response> handle(database& db, const model::http_request& request);

protected:
    virtual awaitable<model::http_response> answer(database& db,
                                                   const model::http_request& request) = 0;

    // Each throws, which ends in `unknown`, unless SQLite answers that it is done.
    awaitable<void> begin(database& db);
    awaitable<void> commit(database& db);
    awaitable<void> rollback(database& db);

private:
    struct session;

    http_handler new_connection() override;
    awaitable<model::http_response> answer_in(session& in, const model::http_request& request);
};

}  // namespace onceproof::designs
