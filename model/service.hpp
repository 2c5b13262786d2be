// A server of HTTP requests that keeps a database: accepts connections, reads requests, answers
// each. What the answers are is for a subclass to say.
#pragma once

#include "model/http.hpp"
#include "model/platform.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstdint>

namespace onceproof::model {

// Each connection is served by a coroutine of its own, with a database connection of its own,
// because a transaction belongs to a connection: BEGIN of two coroutines on one would nest.
template <class Platform>
class service {
public:
    using process = typename Platform::process;
    using database = typename Platform::database;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

    explicit service(const process& self) : self_(self) {}
    virtual ~service() = default;
    service(const service&) = delete;
    service& operator=(const service&) = delete;

    // Accepts connections until accepting fails, which is thrown as `boost::system::system_error`.
    // Requires: this outlives the connections, so it lives as long as its process.
    awaitable<void> serve(std::uint16_t port);
    awaitable<void> serve(typename Platform::acceptor listening);

    // The answer to one request. Whatever a step of the database fails with, the outcome is
    // unknown: 503. Asks at the point "serve" how this service fails: turned away before anything
    // is looked at (429), failing before it or after it (503).
    // Requires: DB is open and not in a transaction.
    awaitable<http_response> handle(database& db, const http_request& request);

protected:
    virtual awaitable<http_response> answer(database& db, const http_request& request) = 0;

    // 503: ask again.
    virtual http_response unknown() const = 0;

    // Each throws, which ends in `unknown`, unless SQLite answers that it is done.
    awaitable<void> begin(database& db);
    awaitable<void> commit(database& db);
    awaitable<void> rollback(database& db);

    const process& self() const { return self_; }

    // Nanoseconds since the Unix epoch, by the wall clock of this process.
    std::int64_t now() const;

private:
    awaitable<void> converse(typename Platform::socket peer);

    process self_;
};

}  // namespace onceproof::model
