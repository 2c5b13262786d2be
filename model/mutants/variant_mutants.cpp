// See variant_mutants.hpp.
#include "model/mutants/variant_mutants.hpp"

#include "model/marks.hpp"
#include "model/problem.hpp"

namespace onceproof::model::mutants {
namespace {

using records = key_records<simulated>;

}  // namespace

awaitable<std::optional<http_response>> effect_before_key::charge_once(database& db,
                                                                       const charge_request& c) {
    const record_id id = record_of(c);
    const claim_note by = note_for(c);
    const std::optional<key_record> found = co_await records::find(db, id);
    if (found) {
        co_return std::nullopt;
    }
    co_await begin(db);
    const std::optional<std::int64_t> row = co_await ledger<simulated>::insert(db, c);
    co_await commit(db);
    self().note(marks::charges, static_cast<std::uint64_t>(*row), c.reference);
    const http_response told = charged(c, row.value());
    co_await begin(db);
    co_await records::insert(db, id, by);
    co_await records::complete(db, id, 1, told, now());
    co_await commit(db);
    co_return told;
}

awaitable<std::optional<http_response>> key_before_effect::charge_once(database& db,
                                                                       const charge_request& c) {
    const record_id id = record_of(c);
    const claim_note by = note_for(c);
    const http_response told = charged(c, 1);
    co_await begin(db);
    const bool won = co_await records::insert(db, id, by);
    co_await records::complete(db, id, 1, told, now());
    co_await commit(db);
    if (!won) {
        co_return std::nullopt;
    }
    co_await begin(db);
    co_await ledger<simulated>::insert(db, c);
    co_await commit(db);
    self().note(marks::charges, 0, c.reference);
    co_return told;
}

awaitable<http_response> existing_is_an_error::charge_under_reference(database& db,
                                                                      const charge_request& c) {
    co_await begin(db);
    const std::optional<std::int64_t> row = co_await ledger<simulated>::insert(db, c);
    co_await commit(db);
    if (!row) {
        co_return problem(400, "There is one already", "Each reference is charged once.");
    }
    self().note(marks::charges, static_cast<std::uint64_t>(*row), c.reference);
    co_return charged(c, *row);
}

awaitable<std::optional<http_response>> unknown_is_failure::after_unknown(database& db,
                                                                          const charge_request&,
                                                                          const held_claim& held) {
    return record(db, held, declined());
}

awaitable<std::optional<http_response>> unknown_is_success::after_unknown(database& db,
                                                                          const charge_request& c,
                                                                          const held_claim& held) {
    return record_success(db, c, held, 1);
}

awaitable<downstream_answer> blind_reissue::look_up(const charge_request&) {
    downstream_answer told;
    told.what = downstream_answer::kind::none;
    co_return told;
}

}  // namespace onceproof::model::mutants
