// Servers that each get the outcome of a request wrong, in one step: how it comes into the record
// of the key, and what becomes of the record after a failure. Named for the mistake.
#include "designs/mutant_rows.hpp"
#include "model/oracle/marks.hpp"
#include "model/platform/database_failure.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace onceproof::designs::mutants {
namespace {

using records = key_records<platform>;
using charge_server = designs::charge_server<platform>;

std::vector<mutant> record_rows;

// --- "recording" ---

// The effect is committed, the answer to it is not kept.
class answer_not_stored final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim&) override {
        co_await begin(db);
        const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
        co_await commit(db);
        self().note(makes_charge, static_cast<std::uint64_t>(*row), c.reference);
        co_return charged(c, row.value());
    }
};
const added answer_not_stored_row(
    record_rows,
    of_server<answer_not_stored>("answer-not-stored", "recording",
                                 "The effect is committed, the answer to it is not kept."));

// The effect and the record of it are two commits.
class two_commits final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim& held) override {
        co_await begin(db);
        const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
        co_await commit(db);
        self().note(makes_charge, static_cast<std::uint64_t>(*row), c.reference);
        const model::http_response answer = charged(c, row.value());
        co_await begin(db);
        co_await records::complete(db, held.id, held.epoch, answer, now());
        co_await commit(db);
        co_return answer;
    }
};
const added two_commits_row(
    record_rows, of_server<two_commits>("two-commits", "recording",
                                        "The effect and the record of it are two commits."));

// The first commit tells that the outcome is there, the second makes the effect.
class record_before_effect final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim& held) override {
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
        self().note(makes_charge, 0, c.reference);
        co_return answer;
    }
};
const added record_before_effect_row(
    record_rows,
    of_server<record_before_effect>("record-before-effect", "recording",
                                    "The first commit says that it is done, the second does it."));

// What is declined is answered, and its claim stays: the retry finds somebody at work.
class decline_keeps_claim final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> work(database& db, const charge_request& c,
                                                        const held_claim& held) override {
        if (c.amount > largest_amount) {
            co_return declined();
        }
        co_return co_await charge_server::work(db, c, held);
    }
};
const added decline_keeps_claim_row(
    record_rows, of_server<decline_keeps_claim>(
                     "decline-keeps-claim", "recording",
                     "A final refusal leaves the claim: the retry is told that it is in flight."));

// The id in the answer is that of the claim, which often is that of the effect.
class answer_names_the_claim final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim& held) override {
        const model::http_response answer = charged(c, held.epoch);
        co_await begin(db);
        const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
        if (!co_await records::complete(db, held.id, held.epoch, answer, now())) {
            co_await rollback(db);
            co_return std::nullopt;
        }
        co_await commit(db);
        self().note(makes_charge, static_cast<std::uint64_t>(*row), c.reference);
        self().note(model::marks::completes, static_cast<std::uint64_t>(held.epoch), c.key);
        co_return answer;
    }
};
const added answer_names_the_claim_row(
    record_rows,
    of_server<answer_names_the_claim>("answer-names-the-claim", "recording",
                                      "The id in the answer is not that of what was made."));

// Records the outcome whoever has the claim by now, and charges with it.
class unconditional_complete final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim& held) override {
        co_await begin(db);
        const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
        const model::http_response answer = charged(c, row.value());
        const std::optional<key_record> found = co_await records::find(db, held.id);
        if (found) {
            co_await records::complete(db, held.id, found->epoch, answer, now());
        }
        co_await commit(db);
        self().note(makes_charge, static_cast<std::uint64_t>(*row), c.reference);
        co_return answer;
    }
};
const added unconditional_complete_row(
    record_rows, of_server<unconditional_complete>(
                     "unconditional-complete", "recording",
                     "An owner who slept past its lease charges and records all the same."));

// What the commit says is not looked at.
class commit_error_ignored final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim& held) override {
        co_await begin(db);
        const std::optional<std::int64_t> row = co_await ledger<model::simulated>::insert(db, c);
        const model::http_response answer = charged(c, row.value());
        if (!co_await records::complete(db, held.id, held.epoch, answer, now())) {
            co_await rollback(db);
            co_return std::nullopt;
        }
        try {
            co_await commit(db);
            self().note(makes_charge, static_cast<std::uint64_t>(*row), c.reference);
            self().note(model::marks::completes, static_cast<std::uint64_t>(held.epoch), c.key);
        } catch (const model::database_failure&) {
            self().note("takes a commit that failed for done");
        }
        co_return answer;
    }
};
const added commit_error_ignored_row(
    record_rows, of_server<commit_error_ignored>(
                     "commit-error-ignored", "recording",
                     "What the commit says is not looked at: a full disk is answered 201."));

// --- "release" ---

// An error after the effect deletes the record, as one before it would.
class delete_on_error final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<void> after_failure(database& db, const held_claim& held, bool) override {
        co_await begin(db);
        co_await records::erase(db, held.id);
        co_await commit(db);
    }
};
const added delete_on_error_row(
    record_rows, of_server<delete_on_error>(
                     "delete-on-error", "release",
                     "An error after the effect deletes the record, as one before it would."));

// A failure deletes the record, though the claim may be another's by now.
class zombie_erases final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<void> after_failure(database& db, const held_claim& held,
                                  bool safe_to_repeat) override {
        if (safe_to_repeat) {
            co_await begin(db);
            co_await records::erase(db, held.id);
            co_await commit(db);
        }
    }
};
const added zombie_erases_row(
    record_rows,
    of_server<zombie_erases>("zombie-erases", "release",
                             "A failure deletes the record, though it may be another's by now."));

// Whoever waited too long is told so, in a word that says that nothing was done.
class unknown_told_as_timeout final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    model::http_response unknown() const override {
        return model::problem(408, "The request took too long", "Nothing more is done about it.");
    }
};
const added unknown_told_as_timeout_row(
    record_rows, of_server<unknown_told_as_timeout>(
                     "unknown-told-as-timeout", "release",
                     "A failure after the effect is answered 408, which the client takes for the "
                     "end."));

// A failure that would pass is kept as the outcome.
class transient_failure_stored final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<void> after_failure(database& db, const held_claim& held,
                                  bool safe_to_repeat) override {
        if (safe_to_repeat) {
            const model::http_response answer = unknown();
            co_await begin(db);
            co_await records::complete(db, held.id, held.epoch, answer, now());
            co_await commit(db);
        }
    }
};
const added transient_failure_stored_row(
    record_rows,
    of_server<transient_failure_stored>("transient-failure-stored", "release",
                                        "A failure that would pass is kept as the outcome."));

}  // namespace

std::span<const mutant> record_mutants() {
    return record_rows;
}

}  // namespace onceproof::designs::mutants
