// See charge_server.hpp.
#include "model/charge_server.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/json.hpp>
#include <fmt/format.h>

#include <exception>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <variant>

namespace onceproof::model {
namespace {

namespace asio = boost::asio;
namespace json = boost::json;
using asio::awaitable;
using asio::use_awaitable;

// A step of the database failed. Whether a commit that failed has been done nobody can say, so all
// of these end alike: the outcome is unknown.
class database_failure : public std::runtime_error {
public:
    explicit database_failure(int code)
        : std::runtime_error(fmt::format("SQLite answers {}", code)) {}
};

void expect_done(int code) {
    if (code != SQLITE_DONE) {
        throw database_failure(code);
    }
}

// For a query of one row at most: whether there is one. Whoever reads it resets the statement.
bool expect_row_or_done(int code) {
    if (code != SQLITE_ROW) {
        expect_done(code);
    }
    return code == SQLITE_ROW;
}

// Header fields as one text, "name: value" a line. No value has a line feed: HTTP has none.
std::string to_text(const header_fields& fields) {
    std::string text;
    for (const auto& [name, value] : fields) {
        text += fmt::format("{}: {}\n", name, value);
    }
    return text;
}

header_fields fields_from(std::string_view text) {
    header_fields fields;
    while (!text.empty()) {
        const std::size_t colon = text.find(": ");
        const std::size_t end = text.find('\n');
        fields.add(text.substr(0, colon), text.substr(colon + 2, end - colon - 2));
        text.remove_prefix(end + 1);
    }
    return fields;
}

// The parameters ?1 to ?3 of every statement about a record: which one.
template <class Statement>
void bind_scope(Statement& s, const charge_request& c) {
    s.bind(1, std::string_view(c.tenant));
    s.bind(2, std::string_view(c.operation));
    s.bind(3, std::string_view(c.key));
}

bool wants_close(const http_request& request) {
    const std::string* connection = request.headers.find("Connection");
    return connection != nullptr && boost::beast::iequals(*connection, "close");
}

// An exception in a connection that is not about the connection is a bug: it ends the process.
void rethrow(std::exception_ptr failure) {
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace

const std::string_view charge_schema = R"(
CREATE TABLE IF NOT EXISTS records(
    tenant TEXT NOT NULL,
    operation TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    owner TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    lease_end INTEGER NOT NULL,
    status INTEGER,
    headers TEXT,
    body TEXT,
    PRIMARY KEY(tenant, operation, key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ledger(
    id INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    reference TEXT NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL
);
)";

template <class Platform>
charge_server<Platform>::charge_server(const process& self, charge_server_options options)
    : self_(self), options_(options) {}

template <class Platform>
charge_server<Platform>::~charge_server() = default;

template <class Platform>
awaitable<void> charge_server<Platform>::serve(std::uint16_t port) {
    return serve(Platform::listen(self_, port));
}

template <class Platform>
awaitable<void> charge_server<Platform>::serve(typename Platform::acceptor listening) {
    while (true) {
        typename Platform::socket peer = co_await listening.async_accept(use_awaitable);
        asio::co_spawn(self_.get_executor(), converse(std::move(peer)), &rethrow);
    }
}

// One connection, kept alive until the client ends it. What the client has not waited for is done
// all the same: the attempt that comes next finds it recorded.
template <class Platform>
awaitable<void> charge_server<Platform>::converse(typename Platform::socket peer) {
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
        http_response answer;
        if (opened == SQLITE_OK) {
            answer = co_await handle(db, *request);
        } else {
            answer = unknown();
        }
        const boost::system::error_code failure = co_await connection.write(answer);
        last = failure || wants_close(*request);
    }
}

template <class Platform>
awaitable<http_response> charge_server<Platform>::handle(database& db,
                                                         const http_request& request) {
    std::variant<charge_request, http_response> read = read_charge_request(request);
    if (http_response* refusal = std::get_if<http_response>(&read)) {
        self_.note("refuses", refusal->status, refusal->body);
        co_return std::move(*refusal);
    }
    const charge_request& charge = std::get<charge_request>(read);
    std::string failure;
    try {
        co_return co_await settle(db, charge);
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
awaitable<http_response> charge_server<Platform>::settle(database& db, const charge_request& c) {
    const claim_outcome claimed = co_await claim(db, c);
    std::optional<std::int64_t> epoch = claimed.epoch;
    if (!claimed.won) {
        const charge_record& found = claimed.found;
        if (!is_same_request(c, found)) {
            self_.note("refuses: another request", 0, c.key);
            co_return problem(422, "The key is that of another request",
                              "A new request needs a new key.");
        }
        if (found.answer) {
            self_.note("replays the stored answer", found.answer->status, c.key);
            co_return replay(c, *found.answer);
        }
        if (is_in_flight(found)) {
            self_.note("refuses: in flight", 0, c.key);
            co_return in_flight();
        }
        epoch = co_await take_over(db, c, found);
    }
    std::optional<http_response> answer;
    if (epoch) {
        answer = co_await record(db, c, *epoch);
    }
    if (!answer) {
        self_.note("refuses: the claim is another's", 0, c.key);
        answer = in_flight();
    }
    co_return std::move(*answer);
}

template <class Platform>
awaitable<claim_outcome> charge_server<Platform>::claim(database& db, const charge_request& c) {
    claim_outcome outcome;
    co_await begin(db);
    outcome.won = co_await insert_claim(db, c);
    if (outcome.won) {
        outcome.epoch = 1;
    } else {
        outcome.found = co_await read_record(db, c);
    }
    co_await commit(db);
    if (outcome.won) {
        self_.note("claims the key", 0, c.key);
    }
    co_return outcome;
}

template <class Platform>
bool charge_server<Platform>::is_same_request(const charge_request& c,
                                              const charge_record& found) const {
    return c.fingerprint == found.fingerprint;
}

template <class Platform>
bool charge_server<Platform>::is_in_flight(const charge_record& found) const {
    const std::int64_t left = found.lease_end - now();
    return left > 0 && left <= options_.lease.count();
}

template <class Platform>
awaitable<std::optional<std::int64_t>> charge_server<Platform>::take_over(
    database& db, const charge_request& c, const charge_record& found) {
    co_await begin(db);
    auto& swap = db.prepared(
        "UPDATE records SET owner = ?4, epoch = epoch + 1, lease_end = ?5 "
        "WHERE tenant = ?1 AND operation = ?2 AND key = ?3 AND epoch = ?6 AND status IS NULL");
    bind_scope(swap, c);
    swap.bind(4, std::string_view(owner()));
    swap.bind(5, now() + options_.lease.count());
    swap.bind(6, found.epoch);
    const int code = co_await db.step(swap, "db take over");
    expect_done(code);
    std::optional<std::int64_t> epoch;
    if (db.changes() == 1) {
        epoch = found.epoch + 1;
    }
    co_await commit(db);
    if (epoch) {
        self_.note("takes over a dead claim", static_cast<std::uint64_t>(*epoch), c.key);
    }
    co_return epoch;
}

template <class Platform>
awaitable<std::optional<http_response>> charge_server<Platform>::record(database& db,
                                                                        const charge_request& c,
                                                                        std::int64_t epoch) {
    co_await begin(db);
    const std::int64_t row = co_await insert_ledger_row(db, c);
    http_response answer = answer_for(c, row);
    const bool ours = co_await store_answer(db, c, epoch, answer);
    if (!ours) {
        const int code = co_await db.rollback();
        expect_done(code);
        co_return std::nullopt;
    }
    co_await commit(db);
    self_.note("CHARGES", static_cast<std::uint64_t>(row), c.reference);
    co_return answer;
}

template <class Platform>
http_response charge_server<Platform>::replay(const charge_request&,
                                              const http_response& stored) const {
    http_response answer = stored;
    answer.headers.add("Idempotent-Replayed", "true");
    return answer;
}

template <class Platform>
awaitable<bool> charge_server<Platform>::insert_claim(database& db, const charge_request& c) {
    auto& insert = db.prepared(
        "INSERT INTO records(tenant, operation, key, fingerprint, owner, epoch, lease_end) "
        "VALUES(?1, ?2, ?3, ?4, ?5, 1, ?6) ON CONFLICT DO NOTHING");
    bind_scope(insert, c);
    insert.bind(4, std::string_view(c.fingerprint));
    insert.bind(5, std::string_view(owner()));
    insert.bind(6, now() + options_.lease.count());
    const int code = co_await db.step(insert, "db claim");
    expect_done(code);
    co_return db.changes() == 1;
}

template <class Platform>
awaitable<charge_record> charge_server<Platform>::read_record(database& db,
                                                              const charge_request& c) {
    auto& query = db.prepared(
        "SELECT fingerprint, epoch, lease_end, status, headers, body FROM records "
        "WHERE tenant = ?1 AND operation = ?2 AND key = ?3");
    bind_scope(query, c);
    const int code = co_await db.step(query, "db read");
    if (!expect_row_or_done(code)) {
        throw database_failure(code);  // in one transaction, after an insert that met it
    }
    charge_record found;
    found.fingerprint = query.text(0);
    found.epoch = query.integer(1);
    found.lease_end = query.integer(2);
    if (!query.is_null(3)) {
        found.answer.emplace(static_cast<unsigned>(query.integer(3)), query.text(5));
        found.answer->headers = fields_from(query.text(4));
    }
    query.reset();
    co_return found;
}

template <class Platform>
awaitable<std::int64_t> charge_server<Platform>::insert_ledger_row(database& db,
                                                                   const charge_request& c) {
    auto& insert = db.prepared(
        "INSERT INTO ledger(tenant, reference, amount, currency) VALUES(?1, ?2, ?3, ?4)");
    insert.bind(1, std::string_view(c.tenant));
    insert.bind(2, std::string_view(c.reference));
    insert.bind(3, c.amount);
    insert.bind(4, std::string_view(c.currency));
    const int code = co_await db.step(insert, "db charge");
    expect_done(code);
    co_return db.last_insert_rowid();
}

template <class Platform>
http_response charge_server<Platform>::answer_for(const charge_request& c, std::int64_t row) const {
    const std::string id = fmt::format("ch_{}", row);
    const json::object body{
        {"id", id}, {"amount", c.amount}, {"currency", c.currency}, {"reference", c.reference}};
    http_response answer(201, json::serialize(body));
    answer.headers.add("Content-Type", "application/json");
    answer.headers.add("Location", "/v1/charges/" + id);
    return answer;
}

template <class Platform>
awaitable<bool> charge_server<Platform>::store_answer(database& db, const charge_request& c,
                                                      std::int64_t epoch,
                                                      const http_response& answer) {
    auto& update = db.prepared(
        "UPDATE records SET status = ?5, headers = ?6, body = ?7 "
        "WHERE tenant = ?1 AND operation = ?2 AND key = ?3 AND epoch = ?4");
    bind_scope(update, c);
    update.bind(4, epoch);
    update.bind(5, static_cast<std::int64_t>(answer.status));
    update.bind(6, std::string_view(to_text(answer.headers)));
    update.bind(7, std::string_view(answer.body));
    const int code = co_await db.step(update, "db record");
    expect_done(code);
    co_return db.changes() == 1;
}

template <class Platform>
awaitable<void> charge_server<Platform>::begin(database& db) {
    const int code = co_await db.begin();
    expect_done(code);
}

template <class Platform>
awaitable<void> charge_server<Platform>::commit(database& db) {
    const int code = co_await db.commit();
    expect_done(code);
}

template <class Platform>
http_response charge_server<Platform>::ask_again(unsigned status, std::string_view title) const {
    http_response answer = problem(status, title, "Ask again with the same key.");
    answer.headers.add("Retry-After", std::to_string(options_.retry_after.count()));
    return answer;
}

template <class Platform>
http_response charge_server<Platform>::in_flight() const {
    return ask_again(409, "Another attempt with this key is under way");
}

template <class Platform>
http_response charge_server<Platform>::unknown() const {
    return ask_again(503, "The outcome is not known");
}

template <class Platform>
std::int64_t charge_server<Platform>::now() const {
    const std::chrono::nanoseconds since_epoch = self_.wall_now().time_since_epoch();
    return since_epoch.count();
}

// Who has a claim, for people who look into the table.
template <class Platform>
std::string charge_server<Platform>::owner() const {
    return fmt::format("{}/{}", self_.name(), self_.incarnation());
}

template class charge_server<simulated>;
template class charge_server<real>;

}  // namespace onceproof::model
