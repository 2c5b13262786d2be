// See claim_mutants.hpp.
#include "designs/claim_lease/claim_mutants.hpp"

#include "model/http/problem.hpp"
#include "model/oracle/marks.hpp"
#include "model/platform/database_failure.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <sqlite3.h>

#include <utility>

namespace onceproof::designs::mutants {
namespace {

using database = model::simulated::database;
using records = key_records<model::simulated>;

// Whether the key has a record, and which.
awaitable<claim_outcome> look(database& db, record_id id) {
    std::optional<key_record> found = co_await records::find(db, id);
    claim_outcome outcome;
    outcome.won = !found.has_value();
    if (found) {
        outcome.found = std::move(*found);
    }
    co_return outcome;
}

// What is declined has no effect with which the key could be noted.
awaitable<void> note_if_declined(database& db, charge_request c, record_id id, claim_note by) {
    if (c.amount > largest_amount) {
        co_await records::insert(db, id, by);
    }
}

awaitable<void> free_keys(model::simulated::process self) {
    database db(self);
    if (const int opened = co_await db.open(); opened != SQLITE_OK) {
        co_return;
    }
    auto& update = db.prepared("UPDATE records SET lease_end = 0 WHERE done_at IS NULL");
    const int code = co_await db.step(update, "db free");
    model::expect_done(code);
}

}  // namespace

awaitable<claim_outcome> check_then_act::claim(database& db, const charge_request& c) {
    return look(db, record_of(c));
}

awaitable<std::optional<model::http_response>> check_then_act::work(database& db,
                                                                    const charge_request& c,
                                                                    const held_claim& held) {
    const claim_note by = note_for(c);
    co_await note_if_declined(db, c, held.id, by);
    co_return co_await charge_server::work(db, c, held);
}

awaitable<std::optional<model::http_response>> check_then_act::charge(database& db,
                                                                      const charge_request& c,
                                                                      const held_claim& held) {
    const claim_note by = note_for(c);
    co_await begin(db);
    const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
    const model::http_response answer = charged(c, row.value());
    co_await records::insert(db, held.id, by);
    co_await records::complete(db, held.id, held.epoch, answer, now());
    co_await commit(db);
    self().note(model::marks::charges, static_cast<std::uint64_t>(*row), c.reference);
    co_return answer;
}

awaitable<claim_outcome> claim_after_work::claim(database& db, const charge_request& c) {
    return look(db, record_of(c));
}

awaitable<std::optional<model::http_response>> claim_after_work::work(database& db,
                                                                      const charge_request& c,
                                                                      const held_claim& held) {
    const claim_note by = note_for(c);
    co_await note_if_declined(db, c, held.id, by);
    co_return co_await charge_server::work(db, c, held);
}

awaitable<std::optional<model::http_response>> claim_after_work::charge(database& db,
                                                                        const charge_request& c,
                                                                        const held_claim& held) {
    const claim_note by = note_for(c);
    co_await begin(db);
    const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
    co_await commit(db);
    self().note(model::marks::charges, static_cast<std::uint64_t>(*row), c.reference);
    const model::http_response answer = charged(c, row.value());
    co_await begin(db);
    co_await records::insert(db, held.id, by);
    co_await records::complete(db, held.id, held.epoch, answer, now());
    co_await commit(db);
    co_return answer;
}

awaitable<model::http_response> claim_in_memory::settle(database& db, const charge_request& c) {
    const std::string id = c.tenant + ' ' + c.operation + ' ' + c.key;
    const auto [known, is_new] = keys_.try_emplace(id);
    if (is_new) {
        known->second.fingerprint = fingerprint_of(c);
    } else if (known->second.fingerprint != fingerprint_of(c)) {
        self().note(model::marks::rejects, 0, c.key);
        co_return co_await refuse_other_request(db, c);
    } else if (!known->second.answer) {
        self().note(model::marks::refuses_in_flight, 0, c.key);
        co_return co_await refuse_in_flight(db, c);
    } else {
        self().note(model::marks::replays, 0, c.key);
        co_return marked(*known->second.answer);
    }
    model::http_response answer = declined();
    if (c.amount <= largest_amount) {
        co_await begin(db);
        const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
        co_await commit(db);
        self().note(model::marks::charges, static_cast<std::uint64_t>(*row), c.reference);
        answer = charged(c, row.value());
    }
    keys_[id].answer = answer;
    co_return answer;
}

awaitable<claim_outcome> lost_insert_is_an_error::claim(database& db, const charge_request& c) {
    claim_outcome outcome = co_await charge_server::claim(db, c);
    if (!outcome.won) {
        throw model::database_failure(SQLITE_CONSTRAINT);
    }
    co_return outcome;
}

// api-1, api-2, ...
std::int64_t clocks_disagree::ahead() const {
    constexpr std::chrono::nanoseconds apart = std::chrono::milliseconds(1500);
    return (self().name().back() - '1') * apart.count();
}

bool clocks_disagree::is_in_flight(const key_record& found) const {
    key_record here = found;
    here.lease_end -= ahead();
    return charge_server::is_in_flight(here);
}

void shutdown_frees_keys::stop() {
    boost::asio::co_spawn(self().get_executor(), free_keys(self()), boost::asio::detached);
    charge_server::stop();
}

awaitable<std::optional<std::int64_t>> takeover_without_compare::take_over(
    database& db, const charge_request& c, const key_record& found) {
    const record_id id = record_of(c);
    auto& update = db.prepared(
        "UPDATE records SET epoch = ?4, lease_end = ?5 "
        "WHERE tenant = ?1 AND operation = ?2 AND key = ?3");
    update.bind(1, std::string_view(id.tenant));
    update.bind(2, std::string_view(id.operation));
    update.bind(3, std::string_view(id.key));
    update.bind(4, found.epoch + 1);
    update.bind(5, lease_end());
    co_await begin(db);
    const int code = co_await db.step(update, "db take over");
    model::expect_done(code);
    co_await commit(db);
    self().note(model::marks::takes_over, static_cast<std::uint64_t>(found.epoch + 1), c.key);
    std::optional<std::int64_t> epoch = found.epoch + 1;
    co_return epoch;
}

awaitable<std::optional<std::int64_t>> takeover_in_the_same_epoch::take_over(
    database& db, const charge_request& c, const key_record& found) {
    const record_id id = record_of(c);
    auto& update = db.prepared(
        "UPDATE records SET lease_end = ?4 WHERE tenant = ?1 AND operation = ?2 AND key = ?3 "
        "AND lease_end = ?5 AND done_at IS NULL");
    update.bind(1, std::string_view(id.tenant));
    update.bind(2, std::string_view(id.operation));
    update.bind(3, std::string_view(id.key));
    update.bind(4, lease_end());
    update.bind(5, found.lease_end);
    co_await begin(db);
    const int code = co_await db.step(update, "db take over");
    model::expect_done(code);
    const bool ours = db.changes() == 1;
    co_await commit(db);
    std::optional<std::int64_t> epoch;
    if (ours) {
        epoch = found.epoch;
        self().note(model::marks::takes_over, static_cast<std::uint64_t>(*epoch), c.key);
    }
    co_return epoch;
}

awaitable<model::http_response> refused_duplicate_cleans_up::refuse_in_flight(
    database& db, const charge_request& c) {
    const record_id id = record_of(c);
    co_await begin(db);
    co_await records::erase(db, id);
    co_await commit(db);
    co_return co_await charge_server::refuse_in_flight(db, c);
}

awaitable<model::http_response> in_flight_is_a_rejection::refuse_in_flight(database&,
                                                                           const charge_request&) {
    co_return model::problem(400, "The key has been used", "Each request needs a key of its own.");
}

awaitable<std::optional<key_record>> wait_then_work::wait_for(database& db, const charge_request& c,
                                                              key_record found) {
    std::optional<key_record> seen = co_await charge_server::wait_for(db, c, std::move(found));
    if (seen && !seen->answer) {
        seen->lease_end = 0;
    }
    co_return seen;
}

}  // namespace onceproof::designs::mutants
