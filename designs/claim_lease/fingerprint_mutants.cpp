// Servers that each get wrong, in one step, which request a key stands for, and for how long. Named
// for the mistake.
#include "designs/mutant_rows.hpp"
#include "model/platform/database_failure.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::designs::mutants {
namespace {

using boost::asio::awaitable;
using database = platform::database;
using records = key_records<platform>;
using charge_server = designs::charge_server<platform>;

std::vector<mutant> fingerprint_rows;

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

class no_fingerprint final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    bool is_same_request(const charge_request&, const key_record&) const override { return true; }
};
const added no_fingerprint_row(
    fingerprint_rows,
    of_server<no_fingerprint>("no-fingerprint", "fingerprint",
                              "A key stands for whatever request it comes with."));

// Over the bytes as they came: the same request, spelled otherwise, is another one.
class raw_fingerprint final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    std::string fingerprint_of(const charge_request& c) const override { return c.raw_body; }
};
const added raw_fingerprint_row(
    fingerprint_rows,
    of_server<raw_fingerprint>("raw-fingerprint", "fingerprint",
                               "The same request, spelled otherwise, is another one."));

// Over the reference alone.
class partial_fingerprint final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    std::string fingerprint_of(const charge_request& c) const override { return c.reference; }
};
const added partial_fingerprint_row(
    fingerprint_rows,
    of_server<partial_fingerprint>(
        "partial-fingerprint", "fingerprint",
        "Only the reference counts: another amount gets the answer of the first."));

// Over what its author took for all that matters.
class fingerprint_without_currency final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    std::string fingerprint_of(const charge_request& c) const override {
        return c.reference + '/' + std::to_string(c.amount);
    }
};
const added fingerprint_without_currency_row(
    fingerprint_rows,
    of_server<fingerprint_without_currency>(
        "fingerprint-without-currency", "fingerprint",
        "The currency does not count: 1250 dollars get the answer of 1250 euros."));

// Over what differs in each attempt, such as the time of its arrival.
class volatile_fingerprint final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    std::string fingerprint_of(const charge_request& c) const override {
        return c.body + std::to_string(now());
    }
};
const added volatile_fingerprint_row(
    fingerprint_rows,
    of_server<volatile_fingerprint>("volatile-fingerprint", "fingerprint",
                                    "The time of arrival counts: each retry is another request."));

// What another version wrote is compared with what this one would write.
class one_version_only final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    bool is_same_request(const charge_request& c, const key_record& found) const override {
        return own_fingerprint_of(c) == found.fingerprint;
    }
};
const added one_version_only_row(
    fingerprint_rows,
    of_server<one_version_only>(
        "one-version-only", "versions",
        "What another version wrote is compared with what this one would write."));

// The completed record is written anew, without the fingerprint.
class fingerprint_not_kept final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<std::optional<model::http_response>> charge(database& db, const charge_request& c,
                                                          const held_claim& held) override {
        std::optional<model::http_response> answer = co_await charge_server::charge(db, c, held);
        if (answer) {
            co_await set_fingerprint(db, held.id, std::string());
        }
        co_return answer;
    }
};
const added fingerprint_not_kept_row(
    fingerprint_rows, of_server<fingerprint_not_kept>(
                          "fingerprint-not-kept", "fingerprint",
                          "The completed record has no fingerprint: each replay is refused."));

// What was refused is what the key stands for from then on.
class refusal_overwrites_record final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<model::http_response> refuse_other_request(database& db,
                                                         const charge_request& c) override {
        co_await set_fingerprint(db, record_of(c), fingerprint_of(c));
        co_return co_await charge_server::refuse_other_request(db, c);
    }
};
const added refusal_overwrites_record_row(
    fingerprint_rows, of_server<refusal_overwrites_record>(
                          "refusal-overwrites-record", "refusal",
                          "What was refused is what the key stands for from then on."));

// A key that is too old is a new one.
class expiry_redoes final : public charge_server {
public:
    using charge_server::charge_server;

protected:
    awaitable<claim_outcome> claim(database& db, const charge_request& c) override {
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
};
const added expiry_redoes_row(
    fingerprint_rows,
    of_server<expiry_redoes>("expiry-redoes", "retention",
                             "A key that is too old is a new one: a late retry charges again."));

}  // namespace

std::span<const mutant> fingerprint_mutants() {
    return fingerprint_rows;
}

}  // namespace onceproof::designs::mutants
