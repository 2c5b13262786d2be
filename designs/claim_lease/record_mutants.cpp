// See record_mutants.hpp.
#include "designs/claim_lease/record_mutants.hpp"

#include "model/oracle/marks.hpp"
#include "model/platform/database_failure.hpp"

#include <utility>

namespace onceproof::designs::mutants {
namespace {

using database = model::simulated::database;
using records = key_records<model::simulated>;

awaitable<void> set_fingerprint(database& db, record_id id, std::string fingerprint) {
    auto& update = db.prepared(
        "UPDATE records SET fingerprint = ?4 WHERE tenant = ?1 AND operation = ?2 AND key = ?3");
    update.bind(1, std::string_view(id.tenant));
    update.bind(2, std::string_view(id.operation));
    update.bind(3, std::string_view(id.key));
    update.bind(4, std::string_view(fingerprint));
    const int code = co_await db.step(update, "db fingerprint");
    model::expect_done(code);
}

}  // namespace

awaitable<std::optional<model::http_response>> fingerprint_not_kept::charge(
    database& db, const charge_request& c, const held_claim& held) {
    std::optional<model::http_response> answer = co_await charge_server::charge(db, c, held);
    if (answer) {
        co_await set_fingerprint(db, held.id, std::string());
    }
    co_return answer;
}

awaitable<model::http_response> refusal_overwrites_record::refuse_other_request(
    database& db, const charge_request& c) {
    co_await set_fingerprint(db, record_of(c), fingerprint_of(c));
    co_return co_await charge_server::refuse_other_request(db, c);
}

awaitable<claim_outcome> expiry_redoes::claim(database& db, const charge_request& c) {
    const record_id id = record_of(c);
    claim_outcome outcome = co_await charge_server::claim(db, c);
    if (!outcome.won && is_expired(outcome.found)) {
        co_await begin(db);
        co_await records::erase(db, id);
        co_await commit(db);
        outcome = co_await charge_server::claim(db, c);
    }
    co_return outcome;
}

awaitable<std::optional<model::http_response>> answer_not_stored::charge(database& db,
                                                                         const charge_request& c,
                                                                         const held_claim&) {
    co_await begin(db);
    const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
    co_await commit(db);
    self().note(model::marks::charges, static_cast<std::uint64_t>(*row), c.reference);
    co_return charged(c, row.value());
}

awaitable<std::optional<model::http_response>> two_commits::charge(database& db,
                                                                   const charge_request& c,
                                                                   const held_claim& held) {
    co_await begin(db);
    const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
    co_await commit(db);
    self().note(model::marks::charges, static_cast<std::uint64_t>(*row), c.reference);
    const model::http_response answer = charged(c, row.value());
    co_await begin(db);
    co_await records::complete(db, held.id, held.epoch, answer, now());
    co_await commit(db);
    co_return answer;
}

awaitable<std::optional<model::http_response>> record_before_effect::charge(
    database& db, const charge_request& c, const held_claim& held) {
    const model::http_response answer = charged(c, held.epoch);
    co_await begin(db);
    const bool ours = co_await records::complete(db, held.id, held.epoch, answer, now());
    co_await commit(db);
    if (!ours) {
        co_return std::nullopt;
    }
    co_await begin(db);
    co_await ledger<model::simulated>::insert(db, c);
    co_await commit(db);
    self().note(model::marks::charges, 0, c.reference);
    co_return answer;
}

awaitable<std::optional<model::http_response>> unconditional_complete::charge(
    database& db, const charge_request& c, const held_claim& held) {
    co_await begin(db);
    const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
    const model::http_response answer = charged(c, row.value());
    const std::optional<key_record> found = co_await records::find(db, held.id);
    if (found) {
        co_await records::complete(db, held.id, found->epoch, answer, now());
    }
    co_await commit(db);
    self().note(model::marks::charges, static_cast<std::uint64_t>(*row), c.reference);
    co_return answer;
}

awaitable<void> delete_on_error::after_failure(database& db, const held_claim& held, bool) {
    co_await begin(db);
    co_await records::erase(db, held.id);
    co_await commit(db);
}

awaitable<void> zombie_erases::after_failure(database& db, const held_claim& held,
                                             bool safe_to_repeat) {
    if (safe_to_repeat) {
        co_await begin(db);
        co_await records::erase(db, held.id);
        co_await commit(db);
    }
}

awaitable<void> transient_failure_stored::after_failure(database& db, const held_claim& held,
                                                        bool safe_to_repeat) {
    if (safe_to_repeat) {
        const model::http_response answer = unknown();
        co_await begin(db);
        co_await records::complete(db, held.id, held.epoch, answer, now());
        co_await commit(db);
    }
}

}  // namespace onceproof::designs::mutants
