// See service.hpp.
#include "model/service.hpp"

#include "model/database_failure.hpp"
#include "model/problem.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/string.hpp>
#include <sqlite3.h>

#include <exception>
#include <string>
#include <utility>

namespace onceproof::model {
namespace {

namespace asio = boost::asio;

bool wants_close(const http_request& request) {
    const std::string* connection = request.headers.find("Connection");
    return connection != nullptr && boost::beast::iequals(*connection, "close");
}

http_response too_busy() {
    http_response answer = problem(429, "Too many requests", "Nothing was done. Ask again later.");
    answer.headers.add("Retry-After", "1");
    return answer;
}

// An exception in a connection that is not about the connection is a bug: it ends the process.
void rethrow(std::exception_ptr failure) {
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace

template <class Platform>
asio::awaitable<void> service<Platform>::serve(std::uint16_t port) {
    return serve(Platform::listen(self_, port));
}

template <class Platform>
asio::awaitable<void> service<Platform>::serve(typename Platform::acceptor listening) {
    while (true) {
        typename Platform::socket peer = co_await listening.async_accept(asio::use_awaitable);
        asio::co_spawn(self_.get_executor(), converse(std::move(peer)), &rethrow);
    }
}

// One connection, kept alive until the client ends it. What the client has not waited for is done
// all the same: the attempt that comes next finds it recorded.
template <class Platform>
asio::awaitable<void> service<Platform>::converse(typename Platform::socket peer) {
    http_connection<typename Platform::socket> connection(std::move(peer));
    database db(self_);
    int opened = SQLITE_CANTOPEN;
    bool last = false;
    while (!last) {
        const boost::system::result<http_request> request = co_await connection.read_request();
        if (!request) {
            break;  // the client is gone, or speaks something else than HTTP
        }
        if (opened != SQLITE_OK) {
            opened = co_await db.open();
        }
        http_response told;
        if (opened == SQLITE_OK) {
            told = co_await handle(db, *request);
        } else {
            told = unknown();
        }
        const boost::system::error_code failure = co_await connection.write(told);
        last = failure || wants_close(*request);
    }
}

template <class Platform>
asio::awaitable<http_response> service<Platform>::handle(database& db,
                                                         const http_request& request) {
    const sim::harm trouble = self_.trouble_at("serve");
    if (trouble == sim::harm::too_busy) {
        co_return too_busy();
    }
    if (trouble == sim::harm::fail_before) {
        co_return unknown();
    }
    std::string failure;
    try {
        http_response told = co_await answer(db, request);
        if (trouble == sim::harm::fail_after) {
            told = unknown();
        }
        co_return told;
    } catch (const database_failure& e) {
        failure = e.what();  // and on below: nothing can be awaited in here
    }
    if (db.in_transaction()) {
        co_await db.rollback();
    }
    self_.note("cannot tell the outcome", 0, failure);
    co_return unknown();
}

template <class Platform>
asio::awaitable<void> service<Platform>::begin(database& db) {
    const int code = co_await db.begin();
    expect_done(code);
}

template <class Platform>
asio::awaitable<void> service<Platform>::commit(database& db) {
    const int code = co_await db.commit();
    expect_done(code);
}

template <class Platform>
asio::awaitable<void> service<Platform>::rollback(database& db) {
    const int code = co_await db.rollback();
    expect_done(code);
}

template <class Platform>
std::int64_t service<Platform>::now() const {
    const std::chrono::nanoseconds since_epoch = self_.wall_now().time_since_epoch();
    return since_epoch.count();
}

template class service<simulated>;
template class service<real>;

}  // namespace onceproof::model
