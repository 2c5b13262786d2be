// The reference server: `POST /v1/charges` and `/v1/refunds` take effect once for each key.
//
//     POST /v1/charges
//     Authorization: Bearer TENANT
//     Idempotency-Key: "8e03978e-40d5-43dd-bc93-6894a57f9324"
//
//     {"amount": 1250, "currency": "EUR", "reference": "order-17"}
//
//     201  charged; Location and the body name the charge (204 without a body for who says
//          `Prefer: return=minimal`). When it is the stored answer to an earlier attempt, the same
//          status, headers and body to the byte, and the marker of the contract more
//     400  the key is missing or is none (idempotency_key.hpp), or the body is
//     401  nobody's request
//     402  declined: nothing is charged. An outcome like any other, kept and replayed
//     409  another attempt with this key is under way; Retry-After says when to ask again
//     410  the key has expired: what it did is not kept any more, and is not done again
//     422  the key has come with another request before
//     429  too many requests: turned away before anything was looked at
//     503  the outcome is unknown, or nothing was done: ask again with the same key
//     404, 405  another target, another method
//
// All but 2xx are `application/problem+json` (RFC 9457). Which cases are told apart, and how, is
// that of draft-ietf-httpapi-idempotency-key-header-07, section 2.7; the contract sets the numbers.
// `PUT` and `GET /v1/orders/REFERENCE` are idempotent by nature and need none of this.
//
// A key belongs to a scope: the tenant and the operation, that is, method and target. The tenant is
// the bearer token itself (RFC 6750); who really checks tokens maps them to a tenant there.
//
// The claim comes first and is a commit of its own, so that an attempt at another server process
// sees it. The ledger row, which is the effect, and the stored answer come in a second commit, and
// only if the claim is still ours: the epoch is compared there, so an owner who slept past its
// lease charges nothing. A server that dies in between leaves a claim that nobody refreshes; after
// the lease, judged by the wall clock of who asks, the next attempt takes it over. This is safe
// without asking anybody what became of the first one, because claim and effect are in one
// database: what is not done there has no effect.
#pragma once

#include "designs/parts/charge_request.hpp"
#include "designs/parts/key_records.hpp"
#include "designs/parts/ledger.hpp"
#include "designs/parts/server_setting.hpp"
#include "designs/parts/service.hpp"
#include "model/contract/contract.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::designs {

// The tables of the server. Running it twice does no harm.
extern const std::string charge_schema;

// What came of the attempt to claim a key: it is ours, or it was somebody's before.
struct claim_outcome {
    claim_outcome() = default;

    bool won = false;
    key_record found{};  // if it was not won
};

// A claim that is ours to work under.
struct held_claim {
    held_claim(record_id i, std::int64_t e, std::string_view p)
        : id(std::move(i)), epoch(e), point(p) {}

    record_id id;
    std::int64_t epoch;
    std::string point;  // how far the owners before have come
};

// The guards are the virtual functions: what keeps a retry from charging again is in them, one
// each, and nowhere else. An override that breaks one is a mutant.
template <class Platform>
class charge_server : public service<Platform> {
public:
    using base = service<Platform>;
    using typename base::database;
    using typename base::process;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;
    using records = key_records<Platform>;

    charge_server(const process& self, server_setting<Platform> setting);

protected:
    // Guard "classification": what is idempotent by nature is done each time it is asked for.
    virtual awaitable<model::http_response> answer_order(database& db, const order_request& order);

    // Guard "scope": a key of one tenant and operation says nothing about those of another.
    virtual record_id record_of(const charge_request& c) const;

    // Guard "claim": of all attempts with a key, one wins a unique insert, before any work is done.
    // It is committed alone and at once, so that who loses learns of it and does nothing.
    virtual awaitable<claim_outcome> claim(database& db, const charge_request& c);

    // Guard "fingerprint": a key stands for the request that it first came with, no other; and for
    // that one however its body is spelled.
    virtual std::string fingerprint_of(const charge_request& c) const;

    // Guard "versions": a record may be that of a server of another version, which makes its
    // fingerprints otherwise. Each begins with the version that it is of, and is compared as such.
    virtual bool is_same_request(const charge_request& c, const key_record& found) const;

    // Guard "refusal": to refuse changes nothing.
    virtual awaitable<model::http_response> refuse_other_request(database& db,
                                                                 const charge_request& c);
    virtual awaitable<model::http_response> refuse_in_flight(database& db, const charge_request& c);

    // Guard "retention": a key that is too old to be replayed is told so, and does nothing.
    virtual bool is_expired(const key_record& found) const;

    // Guard "lease": a claim whose lease has not run out is another's; this attempt must not work.
    // One that seems to have more left than a lease was made before the clock was set back.
    virtual std::int64_t lease_end() const;
    virtual bool is_in_flight(const key_record& found) const;

    // Guard "in flight": a duplicate waits for the outcome, as long as the contract says; then it
    // is refused. What was found last; nothing if it was taken away.
    virtual awaitable<std::optional<key_record>> wait_for(database& db, const charge_request& c,
                                                          key_record found);

    // Guard "takeover": of all attempts that see a dead claim, one gets it, by compare-and-set on
    // the epoch and on how far the owner had come. The new epoch; nothing if somebody else was
    // faster.
    virtual awaitable<std::optional<std::int64_t>> take_over(database& db, const charge_request& c,
                                                             const key_record& found);

    // Does what was asked for, and records it. Nothing if the claim is another's by now.
    virtual awaitable<std::optional<model::http_response>> work(database& db,
                                                                const charge_request& c,
                                                                const held_claim& held);

    // Guard "recording": the effect and the answer that later attempts get are one commit, and
    // happen only while the claim is ours. Nothing if it is another's by now: nothing has changed.
    virtual awaitable<std::optional<model::http_response>> charge(database& db,
                                                                  const charge_request& c,
                                                                  const held_claim& held);

    // Guard "release": after a failure that did no harm the claim is given up, if it is still ours;
    // after any other it is kept, and so is the record in any case.
    // SAFE_TO_REPEAT: whoever takes over may begin at the point that is recorded.
    virtual awaitable<void> after_failure(database& db, const held_claim& held,
                                          bool safe_to_repeat);

    // Guard "replay": a later attempt gets the stored answer, unchanged but for the mark.
    virtual awaitable<model::http_response> replay(database& db, const charge_request& c,
                                                   const key_record& found);

    // --- What the guards are made of ---

    awaitable<model::http_response> answer(database& db,
                                           const model::http_request& request) override;
    model::http_response unknown() const override;
    virtual awaitable<model::http_response> settle(database& db, const charge_request& c);

    // Records ANSWER alone, if the contract keeps it. ANSWER; nothing if the claim is another's.
    awaitable<std::optional<model::http_response>> record(database& db, const held_claim& held,
                                                          model::http_response answer);
    // Gives the claim up. False if it is another's.
    awaitable<bool> release(database& db, const held_claim& held);
    bool keeps(const model::http_response& answer) const;
    model::http_response marked(const model::http_response& stored) const;
    model::http_response ask_again(unsigned status, std::string_view title,
                                   std::chrono::seconds after) const;
    model::http_response expired() const;
    // As the version before made them: over the body alone, without the operation.
    std::string former_fingerprint_of(const charge_request& c) const;
    // The one that this server writes.
    std::string own_fingerprint_of(const charge_request& c) const;
    claim_note note_for(const charge_request& c) const;

    const model::contract& promised() const { return *setting_.promised; }
    const server_setting<Platform>& setting() const { return setting_; }

private:
    awaitable<model::http_response> answer_duplicate(database& db, const charge_request& c,
                                                     key_record found);
    awaitable<model::http_response> work_on(database& db, const charge_request& c,
                                            const key_record& found);
    awaitable<model::http_response> begin_anew(database& db, const charge_request& c,
                                               const key_record& found);
    awaitable<model::http_response> do_work(database& db, const charge_request& c, held_claim held);

    server_setting<Platform> setting_;
};

extern template class charge_server<model::simulated>;
extern template class charge_server<model::real>;

// The cron job that keeps the table of records small: it turns what the contract need not keep any
// more into tombstones. How many; 0 if the database does not let it, and the next time will do.
template <class Platform>
boost::asio::awaitable<std::int64_t> sweep_records(typename Platform::process self,
                                                   const model::contract& promised);

}  // namespace onceproof::designs
