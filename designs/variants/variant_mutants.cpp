// See variant_mutants.hpp.
#include "designs/variants/variant_mutants.hpp"

#include "model/http/problem.hpp"
#include "model/oracle/marks.hpp"

namespace onceproof::designs::mutants {
namespace {

using records = key_records<model::simulated>;

}  // namespace

awaitable<std::optional<model::http_response>> effect_before_key::charge_once(
    database& db, const charge_request& c) {
    const record_id id = record_of(c);
    const claim_note by = note_for(c);
    const std::optional<key_record> found = co_await records::find(db, id);
    if (found) {
        co_return std::nullopt;
    }
    co_await begin(db);
    const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
    co_await commit(db);
    self().note(model::marks::charges, static_cast<std::uint64_t>(*row), c.reference);
    const model::http_response told = charged(c, row.value());
    co_await begin(db);
    co_await records::insert(db, id, by);
    co_await records::complete(db, id, 1, told, now());
    co_await commit(db);
    co_return told;
}

awaitable<std::optional<model::http_response>> key_before_effect::charge_once(
    database& db, const charge_request& c) {
    const record_id id = record_of(c);
    const claim_note by = note_for(c);
    const model::http_response told = charged(c, 1);
    co_await begin(db);
    const bool won = co_await records::insert(db, id, by);
    co_await records::complete(db, id, 1, told, now());
    co_await commit(db);
    if (!won) {
        co_return std::nullopt;
    }
    co_await begin(db);
    co_await ledger<model::simulated>::insert(db, c);
    co_await commit(db);
    self().note(model::marks::charges, 0, c.reference);
    co_return told;
}

awaitable<model::http_response> existing_is_an_error::charge_under_reference(
    database& db, const charge_request& c) {
    co_await begin(db);
    const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
    co_await commit(db);
    if (!row) {
        co_return model::problem(400, "There is one already", "Each reference is charged once.");
    }
    self().note(model::marks::charges, static_cast<std::uint64_t>(*row), c.reference);
    co_return charged(c, *row);
}

awaitable<std::optional<model::http_response>> unknown_is_failure::after_unknown(
    database& db, const charge_request&, const held_claim& held) {
    return record(db, held, declined());
}

awaitable<std::optional<model::http_response>> unknown_is_success::after_unknown(
    database& db, const charge_request& c, const held_claim& held) {
    return record_success(db, c, held, 1);
}

awaitable<downstream_answer> blind_reissue::look_up(const charge_request&) {
    downstream_answer told;
    told.what = downstream_answer::kind::none;
    co_return told;
}

}  // namespace onceproof::designs::mutants
