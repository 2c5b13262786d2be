// See charge_server.hpp.
#include "designs/claim_lease/charge_server.hpp"

#include "model/http/fingerprint.hpp"
#include "model/http/problem.hpp"
#include "model/oracle/marks.hpp"
#include "model/platform/database_failure.hpp"

#include <boost/asio/use_awaitable.hpp>
#include <boost/json.hpp>
#include <fmt/format.h>

#include <utility>
#include <variant>

namespace onceproof::designs {
namespace {

namespace json = boost::json;
using boost::asio::awaitable;
using boost::asio::use_awaitable;
using namespace std::chrono_literals;

// How often a duplicate that waits looks whether the outcome is there.
constexpr auto glance = 20ms;

// Of a canonical body, these members alone.
std::string only(const std::vector<std::string>& fields, const std::string& canonical) {
    const json::value body = json::parse(canonical);
    json::object some;
    for (const std::string& field : fields) {
        if (const json::value* member = body.as_object().if_contains(field)) {
            some.emplace(field, *member);
        }
    }
    return json::serialize(some);
}

// What of a request the fingerprint is made of; empty if a key stands for whatever it comes with.
std::string fingerprinted(const model::contract& by, const charge_request& c) {
    switch (by.fingerprint) {
        case model::fingerprint_of::nothing:
            return {};
        case model::fingerprint_of::raw:
            return c.raw_body;
        default:
            return by.fingerprint_fields.empty() ? c.body : only(by.fingerprint_fields, c.body);
    }
}

constexpr std::string_view former_version = "1:";

}  // namespace

const std::string charge_schema = std::string(records_schema) + std::string(ledger_schema);

template <class Platform>
charge_server<Platform>::charge_server(const process& self, server_setting<Platform> setting)
    : base(self), setting_(std::move(setting)) {}

template <class Platform>
awaitable<model::http_response> charge_server<Platform>::answer(
    database& db, const model::http_request& request) {
    std::variant<charge_request, order_request, model::http_response> read =
        read_request(request, promised());
    if (const order_request* order = std::get_if<order_request>(&read)) {
        co_return co_await answer_order(db, *order);
    }
    if (model::http_response* refusal = std::get_if<model::http_response>(&read)) {
        this->self().note("refuses", refusal->status, refusal->body);
        co_return std::move(*refusal);
    }
    co_return co_await settle(db, std::get<charge_request>(read));
}

template <class Platform>
awaitable<model::http_response> charge_server<Platform>::settle(database& db,
                                                                const charge_request& c) {
    claim_outcome claimed = co_await claim(db, c);
    if (claimed.won) {
        held_claim held(record_of(c), 1, "");
        co_return co_await do_work(db, c, std::move(held));
    }
    co_return co_await answer_duplicate(db, c, std::move(claimed.found));
}

template <class Platform>
awaitable<model::http_response> charge_server<Platform>::answer_duplicate(database& db,
                                                                          const charge_request& c,
                                                                          key_record found) {
    const bool forgotten = is_expired(found) && promised().expired == model::after_expiry::redone;
    if (!forgotten && !is_same_request(c, found)) {
        this->self().note(model::marks::rejects, 0, c.key);
        co_return co_await refuse_other_request(db, c);
    }
    if (!is_expired(found) && !found.answer && is_in_flight(found)) {
        std::optional<key_record> later = co_await wait_for(db, c, std::move(found));
        if (!later || (!later->answer && is_in_flight(*later))) {
            this->self().note(model::marks::refuses_in_flight, 0, c.key);
            co_return co_await refuse_in_flight(db, c);
        }
        found = std::move(*later);
    }
    if (forgotten) {
        co_return co_await begin_anew(db, c, found);
    }
    if (is_expired(found)) {
        this->self().note("refuses: the key has expired", 0, c.key);
        co_return expired();
    }
    if (found.answer) {
        this->self().note(model::marks::replays, found.answer->status, c.key);
        co_return co_await replay(db, c, found);
    }
    co_return co_await work_on(db, c, found);
}

// The claim is dead: somebody has to go on.
template <class Platform>
awaitable<model::http_response> charge_server<Platform>::work_on(database& db,
                                                                 const charge_request& c,
                                                                 const key_record& found) {
    const std::optional<std::int64_t> epoch = co_await take_over(db, c, found);
    if (!epoch) {
        this->self().note(model::marks::refuses_in_flight, 0, c.key);
        co_return co_await refuse_in_flight(db, c);
    }
    held_claim held(record_of(c), *epoch, found.point);
    co_return co_await do_work(db, c, std::move(held));
}

// What this contract takes a key for that it has forgotten: a new request.
template <class Platform>
awaitable<model::http_response> charge_server<Platform>::begin_anew(database& db,
                                                                    const charge_request& c,
                                                                    const key_record& found) {
    const record_id id = record_of(c);
    const claim_note by = note_for(c);
    co_await this->begin(db);
    const bool ours = co_await records::renew(db, id, by, found.epoch);
    co_await this->commit(db);
    if (!ours) {
        this->self().note(model::marks::refuses_in_flight, 0, c.key);
        co_return co_await refuse_in_flight(db, c);
    }
    this->self().note(model::marks::claims, static_cast<std::uint64_t>(found.epoch + 1), c.key);
    held_claim held(id, found.epoch + 1, "");
    co_return co_await do_work(db, c, std::move(held));
}

template <class Platform>
awaitable<model::http_response> charge_server<Platform>::do_work(database& db,
                                                                 const charge_request& c,
                                                                 held_claim held) {
    const auto epoch = static_cast<std::uint64_t>(held.epoch);
    const sim::literal failure = this->self().service_failure_at("work");
    if (failure == model::service_failure::too_busy ||
        failure == model::service_failure::fail_before) {
        co_await after_failure(db, held, true);
        this->self().note(model::marks::rests, epoch, c.key);
        co_return unknown();
    }
    std::optional<model::http_response> answer = co_await work(db, c, held);
    if (failure == model::service_failure::fail_after) {
        co_await after_failure(db, held, false);
        answer = unknown();
    }
    this->self().note(model::marks::rests, epoch, c.key);
    if (!answer) {
        this->self().note(model::marks::refuses_in_flight, 0, c.key);
        answer = co_await refuse_in_flight(db, c);
    }
    co_return std::move(*answer);
}

template <class Platform>
awaitable<model::http_response> charge_server<Platform>::answer_order(database& db,
                                                                      const order_request& order) {
    return ledger<Platform>::answer(db, order);
}

template <class Platform>
record_id charge_server<Platform>::record_of(const charge_request& c) const {
    const bool tenant = promised().scope_has_tenant;
    const bool operation = promised().scope_has_operation;
    return {tenant ? c.tenant : "", operation ? c.operation : "", c.key};
}

template <class Platform>
awaitable<claim_outcome> charge_server<Platform>::claim(database& db, const charge_request& c) {
    const record_id id = record_of(c);
    const claim_note by = note_for(c);
    claim_outcome outcome;
    co_await this->begin(db);
    outcome.won = co_await records::insert(db, id, by);
    if (!outcome.won) {
        std::optional<key_record> found = co_await records::find(db, id);
        outcome.found =
            std::move(found).value();  // in one transaction, after an insert that met it
    }
    co_await this->commit(db);
    if (outcome.won) {
        this->self().note(model::marks::claims, 1, c.key);
    }
    co_return outcome;
}

template <class Platform>
std::string charge_server<Platform>::fingerprint_of(const charge_request& c) const {
    const std::string subject = fingerprinted(promised(), c);
    return subject.empty() ? subject : "2:" + model::fingerprint("", c.operation, subject);
}

template <class Platform>
std::string charge_server<Platform>::former_fingerprint_of(const charge_request& c) const {
    const std::string subject = fingerprinted(promised(), c);
    return subject.empty() ? subject
                           : std::string(former_version) + model::fingerprint("", "", subject);
}

template <class Platform>
std::string charge_server<Platform>::own_fingerprint_of(const charge_request& c) const {
    return setting_.writes_former_fingerprints ? former_fingerprint_of(c) : fingerprint_of(c);
}

template <class Platform>
bool charge_server<Platform>::is_same_request(const charge_request& c,
                                              const key_record& found) const {
    const bool former = found.fingerprint.starts_with(former_version);
    return (former ? former_fingerprint_of(c) : fingerprint_of(c)) == found.fingerprint;
}

template <class Platform>
awaitable<model::http_response> charge_server<Platform>::refuse_other_request(
    database&, const charge_request&) {
    co_return model::problem(promised().mismatch_status, "The key is that of another request",
                             "A new request needs a new key.");
}

template <class Platform>
awaitable<model::http_response> charge_server<Platform>::refuse_in_flight(database&,
                                                                          const charge_request&) {
    co_return ask_again(promised().in_flight_status, "Another attempt with this key is under way",
                        promised().retry_after);
}

template <class Platform>
bool charge_server<Platform>::is_expired(const key_record& found) const {
    return found.expired ||
           (found.done_at != 0 && this->left_until(found.done_at + promised().retention.count()) <=
                                      sim::duration::zero());
}

template <class Platform>
std::int64_t charge_server<Platform>::lease_end() const {
    return this->deadline_after(promised().lease);
}

template <class Platform>
bool charge_server<Platform>::is_in_flight(const key_record& found) const {
    const std::int64_t begun = found.lease_end - promised().lease.count();
    return found.lease_end != 0 && this->left_until(found.lease_end) > sim::duration::zero() &&
           this->left_until(begun) <= sim::duration::zero();
}

template <class Platform>
awaitable<std::optional<key_record>> charge_server<Platform>::wait_for(database& db,
                                                                       const charge_request& c,
                                                                       key_record found) {
    const record_id id = record_of(c);
    std::optional<key_record> seen = std::move(found);
    if (promised().in_flight == model::in_flight_answer::wait) {
        this->self().note("waits for the outcome", 0, c.key);
        const auto last = Platform::timer::clock_type::now() + promised().wait_max;
        while (seen && !seen->answer && is_in_flight(*seen) &&
               this->self().left_until(last) > sim::duration::zero()) {
            typename Platform::timer pause(this->self().get_executor(), glance);
            co_await pause.async_wait(use_awaitable);
            seen = co_await records::find(db, id);
        }
    }
    co_return seen;
}

template <class Platform>
awaitable<std::optional<std::int64_t>> charge_server<Platform>::take_over(database& db,
                                                                          const charge_request& c,
                                                                          const key_record& found) {
    const record_id id = record_of(c);
    const claim_note by = note_for(c);
    co_await this->begin(db);
    const bool ours = co_await records::take_over(db, id, by, found.epoch, found.point);
    co_await this->commit(db);
    std::optional<std::int64_t> epoch;
    if (ours) {
        epoch = found.epoch + 1;
        this->self().note(model::marks::takes_over, static_cast<std::uint64_t>(*epoch), c.key);
    }
    co_return epoch;
}

template <class Platform>
awaitable<std::optional<model::http_response>> charge_server<Platform>::work(
    database& db, const charge_request& c, const held_claim& held) {
    if (c.amount > largest_amount) {
        co_return co_await record(db, held, declined());
    }
    co_return co_await charge(db, c, held);
}

template <class Platform>
awaitable<std::optional<model::http_response>> charge_server<Platform>::charge(
    database& db, const charge_request& c, const held_claim& held) {
    co_await this->begin(db);
    const std::optional<std::int64_t> row = co_await ledger<Platform>::insert(db, c);
    const model::http_response answer = charged(c, row.value());
    const bool ours = co_await records::complete(db, held.id, held.epoch, answer, this->now());
    if (!ours) {
        co_await this->rollback(db);
        co_return std::nullopt;
    }
    co_await this->commit(db);
    this->self().note(makes_charge, static_cast<std::uint64_t>(*row), c.reference);
    this->self().note(model::marks::completes, static_cast<std::uint64_t>(held.epoch), c.key);
    co_return answer;
}

template <class Platform>
awaitable<std::optional<model::http_response>> charge_server<Platform>::record(
    database& db, const held_claim& held, model::http_response answer) {
    bool ours = false;
    if (keeps(answer)) {
        co_await this->begin(db);
        ours = co_await records::complete(db, held.id, held.epoch, answer, this->now());
        co_await this->commit(db);
        if (ours) {
            this->self().note(model::marks::completes, static_cast<std::uint64_t>(held.epoch),
                              held.id.key);
        }
    } else {
        ours = co_await release(db, held);
    }
    if (!ours) {
        co_return std::nullopt;
    }
    co_return std::move(answer);
}

template <class Platform>
bool charge_server<Platform>::keeps(const model::http_response& answer) const {
    if (promised().keeps_only_successes()) {
        return answer.status / 100 == 2;
    }
    return promised().keeps == model::kept_outcomes::all ||
           (answer.status < 500 && answer.status != 409 && answer.status != 429);
}

template <class Platform>
awaitable<void> charge_server<Platform>::after_failure(database& db, const held_claim& held,
                                                       bool safe_to_repeat) {
    if (safe_to_repeat) {
        co_await release(db, held);
    }
}

// Says so before the commit: right after it the claim may be another's.
template <class Platform>
awaitable<bool> charge_server<Platform>::release(database& db, const held_claim& held) {
    co_await this->begin(db);
    const bool ours = co_await records::give_up(db, held.id, held.epoch);
    if (ours) {
        this->self().note(model::marks::releases, static_cast<std::uint64_t>(held.epoch),
                          held.id.key);
    }
    co_await this->commit(db);
    co_return ours;
}

template <class Platform>
awaitable<model::http_response> charge_server<Platform>::replay(database&, const charge_request&,
                                                                const key_record& found) {
    co_return marked(*found.answer);
}

template <class Platform>
model::http_response charge_server<Platform>::marked(const model::http_response& stored) const {
    model::http_response answer = stored;
    if (!promised().replay_marker.empty()) {
        answer.headers.add(promised().replay_marker, "true");
    }
    return answer;
}

template <class Platform>
model::http_response charge_server<Platform>::expired() const {
    return model::problem(promised().expired_status, "The key has expired",
                          "What it did is not kept any more, and is not done again.");
}

// Who has a claim is for people who look into the table.
template <class Platform>
claim_note charge_server<Platform>::note_for(const charge_request& c) const {
    const std::string owner = fmt::format("{}/{}", this->self().name(), this->self().incarnation());
    return {own_fingerprint_of(c), owner, lease_end()};
}

template <class Platform>
model::http_response charge_server<Platform>::unknown() const {
    return ask_again(503, "The outcome is not known", promised().retry_after);
}

template <class Platform>
model::http_response charge_server<Platform>::ask_again(unsigned status, std::string_view title,
                                                        std::chrono::seconds after) const {
    return model::passing_problem(status, title, "Ask again with the same key.", after);
}

template <class Platform>
awaitable<std::int64_t> sweep_records(typename Platform::process self,
                                      const model::contract& promised) {
    typename Platform::database db(self);
    if (const int code = co_await db.open(); code != SQLITE_OK) {
        self.note("cannot sweep");
        co_return 0;
    }
    const std::chrono::nanoseconds now = self.wall_now().time_since_epoch();
    const std::int64_t deadline = now.count() - promised.retention.count();
    try {
        const std::int64_t swept = co_await key_records<Platform>::sweep(db, deadline);
        self.note("sweeps old records", static_cast<std::uint64_t>(swept));
        co_return swept;
    } catch (const model::database_failure& e) {
        self.note("cannot sweep", 0, e.what());
    }
    co_return 0;
}

template class charge_server<model::simulated>;
template class charge_server<model::real>;
template awaitable<std::int64_t> sweep_records<model::simulated>(model::simulated::process self,
                                                                 const model::contract& promised);
template awaitable<std::int64_t> sweep_records<model::real>(model::real::process self,
                                                            const model::contract& promised);

}  // namespace onceproof::designs
