// See ledger.hpp.
#include "designs/parts/ledger.hpp"

#include "model/http/problem.hpp"
#include "model/platform/database_failure.hpp"
#include "model/platform/platform.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

namespace onceproof::designs {
namespace {

namespace json = boost::json;
using boost::asio::awaitable;

// "/v1/charges", and how its ids begin.
std::string_view order_target_of(const charge_request& c) {
    return std::string_view(c.operation).substr(c.operation.find(' ') + 1);
}

std::string_view prefix_of(const charge_request& c) {
    return order_target_of(c) == "/v1/refunds" ? "re" : "ch";
}

}  // namespace

const std::string_view ledger_schema = R"(
CREATE TABLE IF NOT EXISTS ledger(
    id INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    operation TEXT NOT NULL,
    reference TEXT NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS orders(
    tenant TEXT NOT NULL,
    reference TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY(tenant, reference)
) WITHOUT ROWID;
)";

const std::string_view ledger_schema_with_natural_key = R"(
CREATE UNIQUE INDEX IF NOT EXISTS once ON ledger(tenant, operation, reference);
)";

model::http_response declined() {
    return model::problem(402, "The charge is declined", "The amount is above the limit.");
}

model::http_response charged(const charge_request& c, std::int64_t row) {
    const std::string id = fmt::format("{}_{}", prefix_of(c), row);
    model::http_response answer(204, "");
    if (!c.minimal) {
        json::object body{
            {"id", id}, {"amount", c.amount}, {"currency", c.currency}, {"reference", c.reference}};
        if (!c.description.empty()) {
            body.emplace("description", c.description);
        }
        answer = model::http_response(201, json::serialize(body));
        answer.headers.add("Content-Type", "application/json");
    }
    answer.headers.add("Location", fmt::format("{}/{}", order_target_of(c), id));
    return answer;
}

template <class Platform>
awaitable<std::optional<std::int64_t>> ledger<Platform>::insert(database& db,
                                                                const charge_request& c) {
    auto& insert = db.prepared(
        "INSERT INTO ledger(tenant, operation, reference, amount, currency) "
        "VALUES(?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING");
    insert.bind(1, std::string_view(c.tenant));
    insert.bind(2, std::string_view(c.operation));
    insert.bind(3, std::string_view(c.reference));
    insert.bind(4, c.amount);
    insert.bind(5, std::string_view(c.currency));
    const int code = co_await db.step(insert, "db charge");
    model::expect_done(code);
    std::optional<std::int64_t> row;
    if (db.changes() == 1) {
        row = db.last_insert_rowid();
    }
    co_return row;
}

template <class Platform>
auto ledger<Platform>::find(database& db, const charge_request& c)
    -> awaitable<std::optional<row>> {
    auto& query = db.prepared(
        "SELECT id, amount, currency FROM ledger "
        "WHERE tenant = ?1 AND operation = ?2 AND reference = ?3");
    query.bind(1, std::string_view(c.tenant));
    query.bind(2, std::string_view(c.operation));
    query.bind(3, std::string_view(c.reference));
    const int code = co_await db.step(query, "db find");
    std::optional<row> found;
    if (model::expect_row_or_done(code)) {
        found.emplace();
        found->number = query.integer(0);
        found->amount = query.integer(1);
        found->currency = query.text(2);
        query.reset();
    }
    co_return found;
}

template <class Platform>
awaitable<model::http_response> ledger<Platform>::answer(database& db, const order_request& order) {
    model::http_response told(200, order.body);
    auto& statement =
        order.put ? db.prepared(
                        "INSERT INTO orders(tenant, reference, body) VALUES(?1, ?2, ?3) "
                        "ON CONFLICT DO UPDATE SET body = excluded.body")
                  : db.prepared("SELECT body FROM orders WHERE tenant = ?1 AND reference = ?2");
    statement.bind(1, std::string_view(order.tenant));
    statement.bind(2, std::string_view(order.reference));
    if (order.put) {
        statement.bind(3, std::string_view(order.body));
    }
    const int code = co_await db.step(statement, "db order");
    if (model::expect_row_or_done(code)) {
        told.body = statement.text(0);
        statement.reset();
    } else if (!order.put) {
        co_return model::problem(404, "There is no such order", "Nobody has put it.");
    }
    told.headers.add("Content-Type", "application/json");
    co_return told;
}

template struct ledger<model::simulated>;
template struct ledger<model::real>;

}  // namespace onceproof::designs
