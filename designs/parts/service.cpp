// See service.hpp.
#include "designs/parts/service.hpp"

#include "model/platform/database_failure.hpp"

#include <sqlite3.h>

#include <memory>
#include <string>

namespace onceproof::designs {

namespace asio = boost::asio;

template <class Platform>
struct service<Platform>::session {
    explicit session(const process& self) : db(self) {}

    database db;
    int opened = SQLITE_CANTOPEN;
};

template <class Platform>
http_handler service<Platform>::new_connection() {
    const auto in = std::make_shared<session>(this->self());
    return [this, in](const model::http_request& request) { return answer_in(*in, request); };
}

template <class Platform>
asio::awaitable<model::http_response> service<Platform>::answer_in(
    session& in, const model::http_request& request) {
    if (in.opened != SQLITE_OK) {
        in.opened = co_await in.db.open();
    }
    if (in.opened != SQLITE_OK) {
        co_return this->unknown();
    }
    co_return co_await handle(in.db, request);
}

template <class Platform>
asio::awaitable<model::http_response> service<Platform>::handle(
    database& db, const model::http_request& request) {
    std::string failure;
    try {
        co_return co_await answer(db, request);
    } catch (const model::database_failure& e) {
        failure = e.what();  // and on below: nothing can be awaited in here
    }
    if (db.in_transaction()) {
        co_await db.rollback();
    }
    this->self().note("cannot tell the outcome", 0, failure);
    co_return this->unknown();
}

template <class Platform>
asio::awaitable<void> service<Platform>::begin(database& db) {
    const int code = co_await db.begin();
    model::expect_done(code);
}

template <class Platform>
asio::awaitable<void> service<Platform>::commit(database& db) {
    const int code = co_await db.commit();
    model::expect_done(code);
}

template <class Platform>
asio::awaitable<void> service<Platform>::rollback(database& db) {
    const int code = co_await db.rollback();
    model::expect_done(code);
}

template class service<model::simulated>;
template class service<model::real>;

}  // namespace onceproof::designs
