// The reference server: `POST /v1/charges` takes effect once for each idempotency key.
//
//     POST /v1/charges
//     Authorization: Bearer TENANT
//     Idempotency-Key: "8e03978e-40d5-43dd-bc93-6894a57f9324"
//
//     {"amount": 1250, "currency": "EUR", "reference": "order-17"}
//
//     201  charged; Location and the body name the charge. When it is the stored answer to an
//          earlier attempt, the same status, headers and body to the byte, and the one header
//          `Idempotent-Replayed: true` more
//     400  the key is missing or is none (idempotency_key.hpp), or the body is
//     401  nobody's request
//     409  another attempt with this key is under way; Retry-After says when to ask again
//     422  the key has come with another request before
//     503  the database failed: the outcome is unknown; ask again with the same key
//     404, 405  another target, another method
//
// All but 201 are `application/problem+json` (RFC 9457). Which cases are told apart, and how, is
// that of draft-ietf-httpapi-idempotency-key-header-07, section 2.7.
//
// A key belongs to a scope: the tenant and the operation, that is, method and target. The tenant is
// the bearer token itself (RFC 6750); who really checks tokens maps them to a tenant there.
//
// The states of a key, in the table `records`:
//
//     absent --claim--> in flight (fingerprint, owner, epoch, lease) --record--> done (answer)
//                           |    ^
//                           +----+ take over, once the lease has run out
//
// The claim comes first and is a commit of its own, so that an attempt at another server process
// sees it. The ledger row, which is the effect, and the stored answer come in a second commit, and
// only if the claim is still ours: the epoch is compared there, so an owner who slept past its
// lease charges nothing. A server that dies in between leaves a claim that nobody refreshes; after
// the lease, judged by the wall clock of who asks, the next attempt takes it over. This is safe
// without asking anybody what became of the first one, because claim and effect are in one
// database: what is not done there has no effect.
#pragma once

#include "model/charge_request.hpp"
#include "model/http.hpp"
#include "model/platform.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::model {

// The tables of the server. Running it twice does no harm.
extern const std::string_view charge_schema;

// What is known of a key: a row of `records`.
struct charge_record {
    std::string fingerprint;
    std::int64_t epoch = 0;               // counts the owners, from 1
    std::int64_t lease_end = 0;           // nanoseconds since the Unix epoch
    std::optional<http_response> answer;  // none: in flight
};

// What came of the attempt to claim a key: it is ours, in that epoch, or it was somebody's before.
struct claim_outcome {
    claim_outcome() = default;

    bool won = false;
    std::int64_t epoch = 0;
    charge_record found;  // if it was not won
};

struct charge_server_options {
    explicit charge_server_options(std::chrono::nanoseconds l = std::chrono::seconds(10),
                                   std::chrono::seconds r = std::chrono::seconds(1))
        : lease(l), retry_after(r) {}

    // How long a claim is honoured. Longer than charging ever takes, and than the wall clocks of
    // the servers differ; no safety depends on it.
    std::chrono::nanoseconds lease;
    std::chrono::seconds retry_after;  // told with 409 and 503
};

// Each HTTP connection is served by a coroutine of its own, with a database connection of its own,
// because a transaction belongs to a connection: BEGIN of two coroutines on one would nest.
//
// The guards are the virtual functions: what keeps a retry from charging again is in them, one
// each, and nowhere else. An override that breaks one is a mutant.
template <class Platform>
class charge_server {
public:
    using process = typename Platform::process;
    using database = typename Platform::database;

    explicit charge_server(const process& self,
                           charge_server_options options = charge_server_options());
    virtual ~charge_server();
    charge_server(const charge_server&) = delete;
    charge_server& operator=(const charge_server&) = delete;

    // Accepts connections until accepting fails, which is thrown as `boost::system::system_error`.
    // Requires: this outlives the connections, so it lives as long as its process.
    boost::asio::awaitable<void> serve(std::uint16_t port);
    boost::asio::awaitable<void> serve(typename Platform::acceptor listening);

    // The answer to one request. Requires: DB is open and not in a transaction.
    boost::asio::awaitable<http_response> handle(database& db, const http_request& request);

protected:
    // Guard "claim": of all attempts with a key, one wins a unique insert, before any work is done.
    // It is committed alone and at once, so that who loses learns of it and does nothing.
    virtual boost::asio::awaitable<claim_outcome> claim(database& db, const charge_request& c);

    // Guard "fingerprint": a key stands for the request that it first came with, no other.
    virtual bool is_same_request(const charge_request& c, const charge_record& found) const;

    // Guard "lease": a claim whose lease has not run out is another's; this attempt must not work.
    // One that seems to have more left than a lease was made before the clock was set back.
    virtual bool is_in_flight(const charge_record& found) const;

    // Guard "takeover": of all attempts that see a dead claim, one gets it, by compare-and-set on
    // the epoch. The new epoch; nothing if somebody else was faster.
    virtual boost::asio::awaitable<std::optional<std::int64_t>> take_over(
        database& db, const charge_request& c, const charge_record& found);

    // Guard "recording": the effect and the answer that later attempts get are one commit, and
    // happen only while the claim is ours. Nothing if it is another's by now: nothing has changed.
    virtual boost::asio::awaitable<std::optional<http_response>> record(database& db,
                                                                        const charge_request& c,
                                                                        std::int64_t epoch);

    // Guard "replay": a later attempt gets the stored answer, unchanged but for the mark.
    virtual http_response replay(const charge_request& c, const http_response& stored) const;

    // --- What the guards are made of; each is a step of an open transaction ---

    // True if it was inserted, false if the key has a record already.
    boost::asio::awaitable<bool> insert_claim(database& db, const charge_request& c);
    boost::asio::awaitable<charge_record> read_record(database& db, const charge_request& c);
    // The number of the new row, from which the charge gets its id.
    boost::asio::awaitable<std::int64_t> insert_ledger_row(database& db, const charge_request& c);
    http_response answer_for(const charge_request& c, std::int64_t row) const;
    // False if the claim is not in that epoch any more.
    boost::asio::awaitable<bool> store_answer(database& db, const charge_request& c,
                                              std::int64_t epoch, const http_response& answer);

    // Each throws, which ends in 503, unless SQLite answers that it is done.
    boost::asio::awaitable<void> begin(database& db);
    boost::asio::awaitable<void> commit(database& db);

    const process& self() const { return self_; }

private:
    boost::asio::awaitable<void> converse(typename Platform::socket peer);
    boost::asio::awaitable<http_response> settle(database& db, const charge_request& c);
    http_response ask_again(unsigned status, std::string_view title) const;
    http_response in_flight() const;
    http_response unknown() const;
    std::int64_t now() const;
    std::string owner() const;

    process self_;
    charge_server_options options_;
};

extern template class charge_server<simulated>;
extern template class charge_server<real>;

}  // namespace onceproof::model
