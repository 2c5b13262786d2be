// See message_server.hpp.
#include "designs/messages/message_server.hpp"

#include "model/http/canonical_json.hpp"
#include "model/http/fingerprint.hpp"
#include "model/http/problem.hpp"
#include "model/http/request_headers.hpp"
#include "model/oracle/marks.hpp"
#include "model/platform/database_failure.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <utility>

namespace onceproof::designs {
namespace {

namespace json = boost::json;
using boost::asio::awaitable;

constexpr std::string_view target = "/v1/messages";

// Fills in a member that is a text of one character at least. False if it is not there.
bool read_text(const json::object& members, std::string_view name, std::string& into) {
    const json::value* const value =
        members.if_contains(json::string_view(name.data(), name.size()));
    if (value == nullptr || !value->is_string() || value->get_string().empty()) {
        return false;
    }
    into = std::string_view(value->get_string());
    return true;
}

bool read_message(const std::string& canonical, message_request& into) {
    const json::value body = json::parse(canonical);
    const json::object* const members = body.if_object();
    return members != nullptr && read_text(*members, "recipient", into.recipient) &&
           read_text(*members, "text", into.text) &&
           read_text(*members, "reference", into.reference);
}

model::http_response wrong_method() {
    model::http_response answer =
        model::problem(405, "The method is not allowed", "Allow says which are.");
    answer.headers.add("Allow", "POST");
    return answer;
}

model::http_response unauthorized() {
    model::http_response answer = model::problem(401, "Whose request this is, is not known",
                                                 "Authorization must be `Bearer` and a token.");
    answer.headers.add("WWW-Authenticate", "Bearer");
    return answer;
}

// The request, or the answer that refuses it.
std::variant<message_request, model::http_response> read_message(const model::http_request& request,
                                                                 const model::contract& promised) {
    if (request.target != target) {
        return model::problem(404, "There is nothing here", "There is /v1/messages.");
    }
    if (request.method != "POST") {
        return wrong_method();
    }
    message_request m;
    m.tenant = model::tenant_of(request);
    if (m.tenant.empty()) {
        return unauthorized();
    }
    const model::parsed<std::string> key = model::key_of(request, promised);
    if (!key) {
        return model::problem(400, "The idempotency key is missing or malformed",
                              key.error() + '.');
    }
    const model::parsed<std::string> body = model::canonical_json(request.body);
    if (!body || !read_message(*body, m)) {
        return model::problem(
            400, "The body is not what it should be",
            "`recipient`, `text` and `reference` must be strings that are not empty.");
    }
    m.key = *key;
    m.fingerprint = model::fingerprint(request.method, request.target, *body);
    return m;
}

}  // namespace

const std::string_view message_schema = R"(
CREATE TABLE IF NOT EXISTS messages(
    id INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    reference TEXT NOT NULL,
    recipient TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS message_keys(
    tenant TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    message INTEGER NOT NULL DEFAULT 0,
    answer TEXT NOT NULL DEFAULT '',
    PRIMARY KEY(tenant, key)
) WITHOUT ROWID;
)";

template <class Platform>
model::http_response message_server<Platform>::unknown() const {
    return model::passing_problem(503, "The outcome is not known", "Ask again with the same key.",
                                  promised_.retry_after);
}

template <class Platform>
awaitable<model::http_response> message_server<Platform>::answer(
    database& db, const model::http_request& request) {
    const std::variant<message_request, model::http_response> read =
        read_message(request, promised_);
    if (const model::http_response* refusal = std::get_if<model::http_response>(&read)) {
        this->self().note("refuses", refusal->status, refusal->body);
        co_return *refusal;
    }
    const message_request& m = std::get<message_request>(read);
    std::optional<model::http_response> taken = co_await take(db, m);
    if (taken) {
        co_return std::move(*taken);
    }
    co_return co_await answer_duplicate(db, m);
}

template <class Platform>
awaitable<model::http_response> message_server<Platform>::answer_duplicate(
    database& db, const message_request& m) {
    const std::optional<message_key> found = co_await find_key(db, m);
    if (!found || !is_same_request(m, *found)) {
        this->self().note(model::marks::rejects, 0, m.key);
        co_return model::problem(promised_.mismatch_status, "The key is that of another request",
                                 "A new request needs a new key.");
    }
    if (this->now() - found->made_at >= promised_.retention.count()) {
        this->self().note("refuses: the key has expired", 0, m.key);
        co_return model::problem(promised_.expired_status, "The key has expired",
                                 "What it did is not kept any more, and is not done again.");
    }
    this->self().note(model::marks::replays, 201, m.key);
    co_return replay(*found);
}

template <class Platform>
awaitable<std::optional<model::http_response>> message_server<Platform>::take(
    database& db, const message_request& m) {
    co_await this->begin(db);
    const bool won = co_await insert_key(db, m);
    if (!won) {
        co_await this->rollback(db);
        co_return std::nullopt;
    }
    const std::int64_t message = co_await insert_message(db, m);
    const std::string body = body_of(m, message);
    co_await store_answer(db, m, message, body);
    co_await this->commit(db);
    this->self().note(delivers_message, static_cast<std::uint64_t>(message), m.reference);
    co_return accepted(message, body);
}

template <class Platform>
awaitable<bool> message_server<Platform>::insert_key(database& db, const message_request& m) {
    auto& insert = db.prepared(
        "INSERT INTO message_keys(tenant, key, fingerprint, made_at) VALUES(?1, ?2, ?3, ?4) "
        "ON CONFLICT DO NOTHING");
    insert.bind(1, std::string_view(m.tenant));
    insert.bind(2, std::string_view(m.key));
    insert.bind(3, std::string_view(m.fingerprint));
    insert.bind(4, this->now());
    const int code = co_await db.step(insert, "db claim");
    model::expect_done(code);
    co_return db.changes() == 1;
}

template <class Platform>
awaitable<std::int64_t> message_server<Platform>::insert_message(database& db,
                                                                 const message_request& m) {
    auto& insert = db.prepared(
        "INSERT INTO messages(tenant, reference, recipient, text) VALUES(?1, ?2, ?3, ?4)");
    insert.bind(1, std::string_view(m.tenant));
    insert.bind(2, std::string_view(m.reference));
    insert.bind(3, std::string_view(m.recipient));
    insert.bind(4, std::string_view(m.text));
    const int code = co_await db.step(insert, "db message");
    model::expect_done(code);
    co_return db.last_insert_rowid();
}

template <class Platform>
awaitable<void> message_server<Platform>::store_answer(database& db, const message_request& m,
                                                       std::int64_t message,
                                                       std::string_view body) {
    auto& update = db.prepared(
        "UPDATE message_keys SET message = ?3, answer = ?4 WHERE tenant = ?1 AND key = ?2");
    update.bind(1, std::string_view(m.tenant));
    update.bind(2, std::string_view(m.key));
    update.bind(3, message);
    update.bind(4, body);
    const int code = co_await db.step(update, "db record");
    model::expect_done(code);
}

template <class Platform>
awaitable<std::optional<message_key>> message_server<Platform>::find_key(database& db,
                                                                         const message_request& m) {
    auto& query = db.prepared(
        "SELECT fingerprint, made_at, message, answer FROM message_keys "
        "WHERE tenant = ?1 AND key = ?2");
    query.bind(1, std::string_view(m.tenant));
    query.bind(2, std::string_view(m.key));
    const int code = co_await db.step(query, "db find");
    std::optional<message_key> found;
    if (model::expect_row_or_done(code)) {
        found.emplace();
        found->fingerprint = query.text(0);
        found->made_at = query.integer(1);
        found->message = query.integer(2);
        found->answer = query.text(3);
        query.reset();
    }
    co_return found;
}

template <class Platform>
std::string message_server<Platform>::body_of(const message_request& m,
                                              std::int64_t message) const {
    return json::serialize(json::object{{"id", fmt::format("msg_{}", message)},
                                        {"recipient", m.recipient},
                                        {"text", m.text},
                                        {"reference", m.reference}});
}

template <class Platform>
model::http_response message_server<Platform>::accepted(std::int64_t message,
                                                        std::string_view body) const {
    model::http_response told(201, body);
    told.headers.add("Content-Type", "application/json");
    told.headers.add("Location", fmt::format("{}/msg_{}", target, message));
    return told;
}

template <class Platform>
bool message_server<Platform>::is_same_request(const message_request& m,
                                               const message_key& found) const {
    return m.fingerprint == found.fingerprint;
}

template <class Platform>
model::http_response message_server<Platform>::replay(const message_key& found) const {
    model::http_response told = accepted(found.message, found.answer);
    told.headers.add(promised_.replay_marker, "true");
    return told;
}

template class message_server<model::simulated>;
template class message_server<model::real>;

}  // namespace onceproof::designs
