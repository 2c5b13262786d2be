// Servers of one local transaction, each with one step broken. Named for the mistake.
#include "designs/local_transaction/local_transaction_server.hpp"
#include "designs/mutant_rows.hpp"
#include "model/oracle/marks.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace onceproof::designs::mutants {
namespace {

using records = key_records<platform>;
using local_transaction_server = designs::local_transaction_server<platform>;

std::vector<mutant> local_transaction_rows;

// The effect is one commit, the key and the answer are the next.
class effect_before_key final : public local_transaction_server {
public:
    using local_transaction_server::local_transaction_server;

protected:
    awaitable<std::optional<model::http_response>> charge_once(database& db,
                                                               const charge_request& c) override {
        const record_id id = record_of(c);
        const claim_note by = note_for(c);
        const std::optional<key_record> found = co_await records::find(db, id);
        if (found) {
            co_return std::nullopt;
        }
        co_await begin(db);
        const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
        co_await commit(db);
        self().note(makes_charge, static_cast<std::uint64_t>(*row), c.reference);
        const model::http_response told = charged(c, row.value());
        co_await begin(db);
        co_await records::insert(db, id, by);
        co_await records::complete(db, id, 1, told, now());
        co_await commit(db);
        co_return told;
    }
};
const added effect_before_key_row(
    local_transaction_rows,
    of_server<effect_before_key>("effect-before-key", "one transaction",
                                 "The effect is one commit, the key and the answer are the next.",
                                 "local-transaction"));

// The key and the answer are one commit, the effect is the next.
class key_before_effect final : public local_transaction_server {
public:
    using local_transaction_server::local_transaction_server;

protected:
    awaitable<std::optional<model::http_response>> charge_once(database& db,
                                                               const charge_request& c) override {
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
        self().note(makes_charge, 0, c.reference);
        co_return told;
    }
};
const added key_before_effect_row(
    local_transaction_rows,
    of_server<key_before_effect>("key-before-effect", "one transaction",
                                 "The key and the answer are one commit, the effect is the next.",
                                 "local-transaction"));

}  // namespace

std::span<const mutant> local_transaction_mutants() {
    return local_transaction_rows;
}

}  // namespace onceproof::designs::mutants
