// See two_tables_server.hpp.
#include "designs/two_tables/two_tables_server.hpp"

#include "model/http/header_text.hpp"
#include "model/oracle/marks.hpp"
#include "model/platform/database_failure.hpp"

#include <string>
#include <utility>

namespace onceproof::designs {

using boost::asio::awaitable;

const std::string_view two_tables_schema = R"(
CREATE TABLE IF NOT EXISTS claims(
    tenant TEXT NOT NULL,
    operation TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY(tenant, operation, key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS outcomes(
    tenant TEXT NOT NULL,
    operation TEXT NOT NULL,
    key TEXT NOT NULL,
    done_at INTEGER NOT NULL,
    status INTEGER NOT NULL,
    headers TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY(tenant, operation, key)
) WITHOUT ROWID;
)";

template <class Platform>
awaitable<model::http_response> two_tables_server<Platform>::settle(database& db,
                                                                    const charge_request& c) {
    const record_id id = this->record_of(c);
    const std::string fingerprint = this->own_fingerprint_of(c);
    co_await this->begin(db);
    const bool is_free = co_await claim_key(db, id, fingerprint);
    if (is_free) {
        model::http_response told = co_await make(db, id, c);
        co_await this->commit(db);
        if (told.status != declined().status) {
            this->self().note(makes_charge, 0, c.reference);
        }
        co_return told;
    }
    co_await this->rollback(db);
    const std::optional<key_record> found = co_await find(db, id);
    if (!found || !this->is_same_request(c, *found)) {
        co_return co_await this->refuse_other_request(db, c);
    }
    if (this->is_expired(*found)) {
        co_return this->expired();
    }
    this->self().note(model::marks::replays, found->answer->status, c.key);
    co_return this->marked(*found->answer);
}

template <class Platform>
awaitable<bool> two_tables_server<Platform>::claim_key(database& db, const record_id& id,
                                                       std::string_view fingerprint) {
    auto& insert = db.prepared(
        "INSERT INTO claims(tenant, operation, key, fingerprint) VALUES(?1, ?2, ?3, ?4) "
        "ON CONFLICT DO NOTHING");
    bind_record(insert, id);
    insert.bind(4, fingerprint);
    const int code = co_await db.step(insert, "db claim");
    model::expect_done(code);
    co_return db.changes() == 1;
}

template <class Platform>
awaitable<model::http_response> two_tables_server<Platform>::make(database& db, const record_id& id,
                                                                  const charge_request& c) {
    model::http_response told = declined();
    if (c.amount <= largest_amount) {
        const std::optional<std::int64_t> row = co_await ledger<Platform>::insert(db, c);
        told = charged(c, row.value());
    }
    auto& insert = db.prepared(
        "INSERT INTO outcomes(tenant, operation, key, done_at, status, headers, body) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    bind_record(insert, id);
    const std::string headers = model::to_text(told.headers);
    insert.bind(4, this->now());
    insert.bind(5, static_cast<std::int64_t>(told.status));
    insert.bind(6, std::string_view(headers));
    insert.bind(7, std::string_view(told.body));
    const int code = co_await db.step(insert, "db complete");
    model::expect_done(code);
    co_return told;
}

template <class Platform>
awaitable<std::optional<key_record>> two_tables_server<Platform>::find(database& db,
                                                                       const record_id& id) {
    auto& query = db.prepared(
        "SELECT fingerprint, done_at, status, headers, body FROM claims "
        "JOIN outcomes USING (tenant, operation, key) "
        "WHERE tenant = ?1 AND operation = ?2 AND key = ?3");
    bind_record(query, id);
    const int code = co_await db.step(query, "db read");
    std::optional<key_record> found;
    if (model::expect_row_or_done(code)) {
        found.emplace();
        found->fingerprint = query.text(0);
        found->done_at = query.integer(1);
        found->answer.emplace(static_cast<unsigned>(query.integer(2)), query.text(4));
        found->answer->headers = model::fields_from(query.text(3));
        query.reset();
    }
    co_return found;
}

template class two_tables_server<model::simulated>;
template class two_tables_server<model::real>;

}  // namespace onceproof::designs
