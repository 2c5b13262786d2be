// See key_records.hpp.
#include "designs/parts/key_records.hpp"

#include "model/http/header_text.hpp"
#include "model/platform/database_failure.hpp"
#include "model/platform/platform.hpp"

namespace onceproof::designs {

using boost::asio::awaitable;

const std::string_view records_schema = R"(
CREATE TABLE IF NOT EXISTS records(
    tenant TEXT NOT NULL,
    operation TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    owner TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    lease_end INTEGER NOT NULL,
    point TEXT NOT NULL DEFAULT '',
    done_at INTEGER,
    status INTEGER,
    headers TEXT,
    body TEXT,
    PRIMARY KEY(tenant, operation, key)
) WITHOUT ROWID;
)";

template <class Platform>
awaitable<bool> key_records<Platform>::insert(database& db, const record_id& id,
                                              const claim_note& by) {
    auto& insert = db.prepared(
        "INSERT INTO records(tenant, operation, key, fingerprint, owner, epoch, lease_end) "
        "VALUES(?1, ?2, ?3, ?4, ?5, 1, ?6) ON CONFLICT DO NOTHING");
    bind_record(insert, id);
    insert.bind(4, std::string_view(by.fingerprint));
    insert.bind(5, std::string_view(by.owner));
    insert.bind(6, by.lease_end);
    const int code = co_await db.step(insert, "db claim");
    model::expect_done(code);
    co_return db.changes() == 1;
}

template <class Platform>
awaitable<std::optional<key_record>> key_records<Platform>::find(database& db,
                                                                 const record_id& id) {
    auto& query = db.prepared(
        "SELECT fingerprint, epoch, lease_end, done_at, point, status, headers, body FROM records "
        "WHERE tenant = ?1 AND operation = ?2 AND key = ?3");
    bind_record(query, id);
    const int code = co_await db.step(query, "db read");
    std::optional<key_record> found;
    if (model::expect_row_or_done(code)) {
        found.emplace();
        found->fingerprint = query.text(0);
        found->epoch = query.integer(1);
        found->lease_end = query.integer(2);
        found->done_at = query.integer(3);
        found->point = query.text(4);
        found->expired = found->done_at != 0 && query.is_null(5);
        if (!query.is_null(5)) {
            found->answer.emplace(static_cast<unsigned>(query.integer(5)), query.text(7));
            found->answer->headers = model::fields_from(query.text(6));
        }
        query.reset();
    }
    co_return found;
}

template <class Platform>
awaitable<bool> key_records<Platform>::take_over(database& db, const record_id& id,
                                                 const claim_note& by, std::int64_t epoch,
                                                 std::string_view point) {
    auto& swap = db.prepared(
        "UPDATE records SET owner = ?4, epoch = epoch + 1, lease_end = ?5 "
        "WHERE tenant = ?1 AND operation = ?2 AND key = ?3 AND epoch = ?6 AND point = ?7 "
        "AND done_at IS NULL");
    bind_record(swap, id);
    swap.bind(4, std::string_view(by.owner));
    swap.bind(5, by.lease_end);
    swap.bind(6, epoch);
    swap.bind(7, point);
    const int code = co_await db.step(swap, "db take over");
    model::expect_done(code);
    co_return db.changes() == 1;
}

template <class Platform>
awaitable<bool> key_records<Platform>::renew(database& db, const record_id& id,
                                             const claim_note& by, std::int64_t epoch) {
    auto& swap = db.prepared(
        "UPDATE records SET fingerprint = ?4, owner = ?5, epoch = epoch + 1, lease_end = ?6, "
        "point = '', done_at = NULL, status = NULL, headers = NULL, body = NULL "
        "WHERE tenant = ?1 AND operation = ?2 AND key = ?3 AND epoch = ?7 AND done_at NOT NULL");
    bind_record(swap, id);
    swap.bind(4, std::string_view(by.fingerprint));
    swap.bind(5, std::string_view(by.owner));
    swap.bind(6, by.lease_end);
    swap.bind(7, epoch);
    const int code = co_await db.step(swap, "db renew");
    model::expect_done(code);
    co_return db.changes() == 1;
}

template <class Platform>
awaitable<bool> key_records<Platform>::complete(database& db, const record_id& id,
                                                std::int64_t epoch,
                                                const model::http_response& answer,
                                                std::int64_t now) {
    auto& update = db.prepared(
        "UPDATE records SET done_at = ?5, status = ?6, headers = ?7, body = ?8 "
        "WHERE tenant = ?1 AND operation = ?2 AND key = ?3 AND epoch = ?4 AND done_at IS NULL");
    bind_record(update, id);
    update.bind(4, epoch);
    update.bind(5, now);
    update.bind(6, static_cast<std::int64_t>(answer.status));
    update.bind(7, std::string_view(model::to_text(answer.headers)));
    update.bind(8, std::string_view(answer.body));
    const int code = co_await db.step(update, "db record");
    model::expect_done(code);
    co_return db.changes() == 1;
}

template <class Platform>
awaitable<bool> key_records<Platform>::advance(database& db, const record_id& id,
                                               std::int64_t epoch, std::string_view point) {
    auto& update = db.prepared(
        "UPDATE records SET point = ?5 "
        "WHERE tenant = ?1 AND operation = ?2 AND key = ?3 AND epoch = ?4 AND done_at IS NULL");
    bind_record(update, id);
    update.bind(4, epoch);
    update.bind(5, point);
    const int code = co_await db.step(update, "db advance");
    model::expect_done(code);
    co_return db.changes() == 1;
}

template <class Platform>
awaitable<bool> key_records<Platform>::give_up(database& db, const record_id& id,
                                               std::int64_t epoch) {
    auto& update = db.prepared(
        "UPDATE records SET lease_end = 0 "
        "WHERE tenant = ?1 AND operation = ?2 AND key = ?3 AND epoch = ?4 AND done_at IS NULL");
    bind_record(update, id);
    update.bind(4, epoch);
    const int code = co_await db.step(update, "db give up");
    model::expect_done(code);
    co_return db.changes() == 1;
}

template <class Platform>
awaitable<void> key_records<Platform>::erase(database& db, const record_id& id) {
    auto& erase =
        db.prepared("DELETE FROM records WHERE tenant = ?1 AND operation = ?2 AND key = ?3");
    bind_record(erase, id);
    const int code = co_await db.step(erase, "db erase");
    model::expect_done(code);
}

template <class Platform>
awaitable<std::int64_t> key_records<Platform>::sweep(database& db, std::int64_t deadline) {
    auto& update = db.prepared(
        "UPDATE records SET status = NULL, headers = NULL, body = NULL, point = '' "
        "WHERE done_at < ?1 AND status IS NOT NULL");
    update.bind(1, deadline);
    const int code = co_await db.step(update, "db sweep");
    model::expect_done(code);
    co_return db.changes();
}

template struct key_records<model::simulated>;
template struct key_records<model::real>;

}  // namespace onceproof::designs
