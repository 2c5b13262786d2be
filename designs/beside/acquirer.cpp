// See acquirer.hpp.
#include "designs/beside/acquirer.hpp"

#include "designs/parts/ledger.hpp"
#include "model/http/canonical_json.hpp"
#include "model/http/fingerprint.hpp"
#include "model/http/idempotency_key.hpp"
#include "model/http/problem.hpp"
#include "model/http/request_target.hpp"
#include "model/platform/database_failure.hpp"
#include "sim/assert.hpp"

#include <boost/asio/use_awaitable.hpp>
#include <boost/json.hpp>
#include <fmt/format.h>

#include <array>
#include <utility>
#include <variant>

namespace onceproof::designs {

struct payment_kind {
    std::string_view target;
    std::string_view name;  // in the table
    std::string_view plural;
    std::string_view prefix;  // of its ids
    sim::literal deed;
};

namespace {

namespace json = boost::json;
using boost::asio::awaitable;

constexpr std::array<payment_kind, 2> kinds{
    {{"/v1/authorizations", "authorization", "authorizations", "auth", "AUTHORIZES"},
     {"/v1/captures", "capture", "captures", "cap", captures}}};

const payment_kind* find_kind(std::string_view path) {
    for (const payment_kind& kind : kinds) {
        if (kind.target == path) {
            return &kind;
        }
    }
    return nullptr;
}

json::string_view to_json(std::string_view text) {
    return {text.data(), text.size()};
}

// Empty if it is no string.
std::string text_member(const json::object& body, std::string_view name) {
    const json::value* value = body.if_contains(to_json(name));
    return value == nullptr || !value->is_string()
               ? std::string()
               : std::string(std::string_view(value->get_string()));
}

// Fills in what the body says. False if that is not what it should be.
bool read_members(const std::string& canonical, payment_order& into) {
    const json::value body = json::parse(canonical);
    const json::object* const members = body.if_object();
    const json::value* const amount = members == nullptr ? nullptr : members->if_contains("amount");
    if (amount == nullptr || !amount->is_int64() || amount->get_int64() < 1) {
        return false;
    }
    into.amount = amount->get_int64();
    into.tenant = text_member(*members, "tenant");
    into.reference = text_member(*members, "reference");
    into.currency = text_member(*members, "currency");
    return !into.tenant.empty() && !into.reference.empty() && !into.currency.empty();
}

std::variant<payment_order, model::http_response> read_order(const payment_kind& kind,
                                                             const model::http_request& request) {
    payment_order order;
    order.kind = &kind;
    if (const std::string* sent = request.headers.find("Idempotency-Key")) {
        const model::parsed<std::string> key = model::parse_idempotency_key(*sent);
        if (!key) {
            return model::problem(400, "The idempotency key is malformed", key.error() + '.');
        }
        order.key = *key;
    }
    const model::parsed<std::string> body = model::canonical_json(request.body);
    if (!body) {
        return model::problem(400, "The body is not JSON", body.error() + '.');
    }
    if (!read_members(*body, order)) {
        return model::problem(
            400, "The body is not a payment",
            "`amount` must be an integer of at least 1, and `tenant`, `reference` and "
            "`currency` strings that are not empty.");
    }
    order.fingerprint = model::fingerprint(request.method, request.target, *body);
    return order;
}

json::object described(const payment_kind& kind, std::int64_t row, const payment_order& order) {
    return {{"id", fmt::format("{}_{}", kind.prefix, row)},
            {"tenant", order.tenant},
            {"amount", order.amount},
            {"currency", order.currency},
            {"reference", order.reference}};
}

model::http_response in_json(unsigned status, const json::object& body) {
    model::http_response answer(status, json::serialize(body));
    answer.headers.add("Content-Type", "application/json");
    return answer;
}

// A key is under way as long as this lives.
class claim_in_memory {
public:
    claim_in_memory(std::shared_ptr<std::set<std::string>> among, const std::string& key)
        : among_(std::move(among)), key_(key), won_(among_->insert(key).second) {}
    ~claim_in_memory() {
        if (won_) {
            among_->erase(key_);
        }
    }
    claim_in_memory(const claim_in_memory&) = delete;
    claim_in_memory& operator=(const claim_in_memory&) = delete;

    bool won() const { return won_; }

private:
    std::shared_ptr<std::set<std::string>> among_;
    std::string key_;
    bool won_;
};

}  // namespace

const std::string acquirer_schema = std::string(records_schema) + R"(
CREATE TABLE IF NOT EXISTS payments(
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    tenant TEXT NOT NULL,
    reference TEXT NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    key TEXT NOT NULL,
    made_at INTEGER NOT NULL
);
)";

template <class Platform>
acquirer<Platform>::acquirer(const process& self, downstream_options options)
    : base(self), options_(options), under_way_(std::make_shared<std::set<std::string>>()) {}

template <class Platform>
awaitable<model::http_response> acquirer<Platform>::answer(database& db,
                                                           const model::http_request& request) {
    const payment_kind* const kind = find_kind(model::path_of(request.target));
    if (kind == nullptr) {
        co_return model::problem(404, "There is nothing here",
                                 "There are /v1/authorizations and /v1/captures.");
    }
    if (request.method == "GET") {
        co_return co_await look_up(db, *kind, request.target);
    }
    if (request.method != "POST") {
        model::http_response refusal =
            model::problem(405, "The method is not allowed", "Allow says which are.");
        refusal.headers.add("Allow", "GET, POST");
        co_return refusal;
    }
    co_return co_await take(db, *kind, request);
}

template <class Platform>
awaitable<model::http_response> acquirer<Platform>::look_up(database& db, const payment_kind& kind,
                                                            std::string_view target) {
    const std::optional<std::string> reference = model::query_value(target, "reference");
    if (!reference) {
        co_return model::problem(400, "The reference is missing", "Ask with `?reference=`.");
    }
    const std::string tenant = model::query_value(target, "tenant").value_or("");
    auto& query = db.prepared(
        "SELECT id, tenant, reference, amount, currency FROM payments "
        "WHERE kind = ?1 AND reference = ?2 AND made_at <= ?3 AND (?4 = '' OR tenant = ?4) "
        "ORDER BY id");
    query.bind(1, kind.name);
    query.bind(2, std::string_view(*reference));
    query.bind(3, this->now() - options_.visible_after.count());
    query.bind(4, std::string_view(tenant));
    json::array rows;
    int code = co_await db.step(query, "db look up");
    while (model::expect_row_or_done(code)) {
        payment_order found;
        found.tenant = query.text(1);
        found.reference = query.text(2);
        found.amount = query.integer(3);
        found.currency = query.text(4);
        rows.push_back(described(kind, query.integer(0), found));
        code = co_await db.step(query, "db look up");
    }
    json::object body;
    body.emplace(to_json(kind.plural), std::move(rows));
    co_return in_json(200, body);
}

template <class Platform>
awaitable<model::http_response> acquirer<Platform>::take(database& db, const payment_kind& kind,
                                                         const model::http_request& request) {
    std::variant<payment_order, model::http_response> read = read_order(kind, request);
    if (model::http_response* refusal = std::get_if<model::http_response>(&read)) {
        this->self().note("refuses", refusal->status, refusal->body);
        co_return std::move(*refusal);
    }
    const payment_order& order = std::get<payment_order>(read);
    if (options_.keyed && !order.key.empty()) {
        co_return co_await pay_once(db, order);
    }
    co_return co_await pay_each_time(db, order);
}

template <class Platform>
awaitable<model::http_response> acquirer<Platform>::pay_each_time(database& db,
                                                                  const payment_order& order) {
    co_await work();
    co_await this->begin(db);
    payment made = co_await pay(db, order);
    co_await this->commit(db);
    tell(order, made.row);
    co_return std::move(made.answer);
}

// Who inserts the key pays. Within a process a duplicate is refused as soon as it comes; of two
// processes each does the work, and the second one finds at the insert that it was for nothing.
template <class Platform>
awaitable<model::http_response> acquirer<Platform>::pay_once(database& db,
                                                             const payment_order& order) {
    const claim_in_memory claim(under_way_, order.key);
    if (!claim.won()) {
        this->self().note("refuses: in flight", 0, order.key);
        co_return model::passing_problem(409, "Another request with this key is under way",
                                         "Ask again with the same key.", std::chrono::seconds(1));
    }
    const record_id id("", "", order.key);
    std::optional<key_record> found = co_await records::find(db, id);
    if (found) {
        co_return answer_again(order, *found);
    }
    co_await work();
    co_await this->begin(db);
    const claim_note by(order.fingerprint, this->self().name(), 0);
    const bool first = co_await records::insert(db, id, by);
    if (!first) {
        found = co_await records::find(db, id);
        co_await this->commit(db);
        co_return answer_again(order, *found);
    }
    payment made = co_await pay(db, order);
    const bool stored = co_await records::complete(db, id, 1, made.answer, this->now());
    ONCEPROOF_ASSERT(stored, "a record that was inserted in this transaction is still there");
    co_await this->commit(db);
    tell(order, made.row);
    co_return std::move(made.answer);
}

template <class Platform>
model::http_response acquirer<Platform>::answer_again(const payment_order& order,
                                                      const key_record& found) const {
    if (found.fingerprint != order.fingerprint) {
        this->self().note("refuses: another request", 0, order.key);
        return model::problem(422, "The key is that of another request",
                              "A new request needs a new key.");
    }
    model::http_response told = found.answer.value();
    this->self().note("replays the stored answer", told.status, order.key);
    told.headers.add("Idempotent-Replayed", "true");
    return told;
}

template <class Platform>
auto acquirer<Platform>::pay(database& db, const payment_order& order) -> awaitable<payment> {
    payment made;
    if (order.amount > largest_amount) {
        made.answer = declined();
        co_return made;
    }
    auto& insert = db.prepared(
        "INSERT INTO payments(kind, tenant, reference, amount, currency, key, made_at) "
        "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    insert.bind(1, order.kind->name);
    insert.bind(2, std::string_view(order.tenant));
    insert.bind(3, std::string_view(order.reference));
    insert.bind(4, order.amount);
    insert.bind(5, std::string_view(order.currency));
    insert.bind(6, std::string_view(order.key));
    insert.bind(7, this->now());
    const int code = co_await db.step(insert, "db pay");
    model::expect_done(code);
    made.row = db.last_insert_rowid();
    made.answer = in_json(201, described(*order.kind, made.row, order));
    co_return made;
}

template <class Platform>
awaitable<void> acquirer<Platform>::work() {
    if (options_.work_time > std::chrono::nanoseconds::zero()) {
        typename Platform::timer done(this->self().get_executor(), options_.work_time);
        co_await done.async_wait(boost::asio::use_awaitable);
    }
}

template <class Platform>
void acquirer<Platform>::tell(const payment_order& order, std::int64_t row) const {
    const sim::literal deed = row == 0 ? sim::literal("declines") : order.kind->deed;
    this->self().note(deed, static_cast<std::uint64_t>(row), order.reference);
}

template class acquirer<model::simulated>;
template class acquirer<model::real>;

}  // namespace onceproof::designs
