// Servers that each get the claim of a key wrong, in one step: its scope, or the claim itself.
// Named for the mistake.
#include "designs/mutant_rows.hpp"
#include "model/oracle/marks.hpp"
#include "model/platform/database_failure.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace onceproof::designs::mutants {
namespace {

using boost::asio::awaitable;
using database = platform::database;
using records = key_records<platform>;
using charge_server = designs::charge_server<platform>;

std::vector<mutant> claim_rows;

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

// --- "scope" ---

class key_without_tenant final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    record_id record_of(const charge_request& c) const override { return {"", c.operation, c.key}; }
};
const added key_without_tenant_row(
    claim_rows, of_server<key_without_tenant>(
                    "key-without-tenant", "scope",
                    "Keys of all tenants are one set: one gets what another was answered."));

class key_without_operation final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    record_id record_of(const charge_request& c) const override { return {c.tenant, "", c.key}; }
};
const added key_without_operation_row(
    claim_rows, of_server<key_without_operation>(
                    "key-without-operation", "scope",
                    "Keys of all operations are one set: the second operation is refused."));

// The body is part of the key, so another one is another request.
class body_in_key final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    record_id record_of(const charge_request& c) const override {
        return {c.tenant, c.operation, c.key + c.body};
    }
};
const added body_in_key_row(
    claim_rows, of_server<body_in_key>(
                    "body-in-key", "scope",
                    "The body is part of the key: another one under the same key is done, too."));

// The column that keeps it is too narrow.
class key_cut_short final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    record_id record_of(const charge_request& c) const override {
        return {c.tenant, c.operation, c.key.substr(0, 64)};
    }
};
const added key_cut_short_row(
    claim_rows, of_server<key_cut_short>("key-cut-short", "scope",
                                         "Of a key 64 characters are kept: two are one."));

// The column that keeps it is compared without regard to case.
class key_of_any_case final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    record_id record_of(const charge_request& c) const override {
        std::string key = c.key;
        for (char& letter : key) {
            letter =
                letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
        }
        return {c.tenant, c.operation, key};
    }
};
const added key_of_any_case_row(
    claim_rows, of_server<key_of_any_case>("key-of-any-case", "scope",
                                           "Keys that differ in case alone are one."));

// What costs little is not worth a record.
class small_amounts_without_key final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    record_id record_of(const charge_request& c) const override {
        const bool counts = c.amount >= 1000;
        return {c.tenant, c.operation, counts ? c.key : fmt::format("{} {}", c.key, now())};
    }
};
const added small_amounts_without_key_row(
    claim_rows, of_server<small_amounts_without_key>(
                    "small-amounts-without-key", "scope",
                    "What costs less than ten euros has no record: each attempt charges."));

// --- "claim" ---

// Looks whether the key is there, works, and notes the key with the effect: nothing arbitrates.
class check_then_act final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<claim_outcome> claim(database& db, const charge_request& c) override {
        return look(db, record_of(c));
    }
    awaitable<std::optional<model::http_response>> work(database& db, const charge_request& c,
                                                        const held_claim& held) override {
        const claim_note by = note_for(c);
        co_await note_if_declined(db, c, held.id, by);
        co_return co_await charge_server::work(db, c, held);
    }
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim& held) override {
        const claim_note by = note_for(c);
        co_await begin(db);
        const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
        const model::http_response answer = charged(c, row.value());
        co_await records::insert(db, held.id, by);
        co_await records::complete(db, held.id, held.epoch, answer, now());
        co_await commit(db);
        self().note(makes_charge, static_cast<std::uint64_t>(*row), c.reference);
        co_return answer;
    }
};
const added check_then_act_row(
    claim_rows, of_server<check_then_act>(
                    "check-then-act", "claim",
                    "Looks whether the key is there, then works: no unique insert arbitrates."));

// The key is noted once the work is done.
class claim_after_work final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<claim_outcome> claim(database& db, const charge_request& c) override {
        return look(db, record_of(c));
    }
    awaitable<std::optional<model::http_response>> work(database& db, const charge_request& c,
                                                        const held_claim& held) override {
        const claim_note by = note_for(c);
        co_await note_if_declined(db, c, held.id, by);
        co_return co_await charge_server::work(db, c, held);
    }
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim& held) override {
        const claim_note by = note_for(c);
        co_await begin(db);
        const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
        co_await commit(db);
        self().note(makes_charge, static_cast<std::uint64_t>(*row), c.reference);
        const model::http_response answer = charged(c, row.value());
        co_await begin(db);
        co_await records::insert(db, held.id, by);
        co_await records::complete(db, held.id, held.epoch, answer, now());
        co_await commit(db);
        co_return answer;
    }
};
const added claim_after_work_row(
    claim_rows, of_server<claim_after_work>("claim-after-work", "claim",
                                            "The key is noted once the work is done."));

// Keys are claimed in the memory of the process: another process, or the next, knows nothing.
class claim_in_memory final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> settle(database& db, const charge_request& c) override {
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
            const std::optional<std::int64_t> row =
                co_await ledger<model::simulated>::insert(db, c);
            co_await commit(db);
            self().note(makes_charge, static_cast<std::uint64_t>(*row), c.reference);
            answer = charged(c, row.value());
        }
        keys_[id].answer = answer;
        co_return answer;
    }

private:
    struct kept {
        std::string fingerprint{};
        std::optional<model::http_response> answer{};
    };
    std::map<std::string, kept> keys_;
};
const added claim_in_memory_row(
    claim_rows, of_server<claim_in_memory>("claim-in-memory", "claim",
                                           "Keys are claimed in the memory of a process."));

// The unique insert that is lost surfaces as a failure of the database.
class lost_insert_is_an_error final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<claim_outcome> claim(database& db, const charge_request& c) override {
        claim_outcome outcome = co_await charge_server::claim(db, c);
        if (!outcome.won) {
            throw model::database_failure(SQLITE_CONSTRAINT);
        }
        co_return outcome;
    }
};
const added lost_insert_is_an_error_row(
    claim_rows,
    of_server<lost_insert_is_an_error>(
        "lost-insert-is-an-error", "claim",
        "The unique violation, which is the normal way of a duplicate, surfaces as 503."));

}  // namespace

std::span<const mutant> claim_mutants() {
    return claim_rows;
}

}  // namespace onceproof::designs::mutants
