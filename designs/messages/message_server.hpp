// A server that takes messages: `POST /v1/messages` takes effect once for each key.
//
//     POST /v1/messages
//     Authorization: Bearer TENANT
//     Idempotency-Key: "8e03978e-40d5-43dd-bc93-6894a57f9324"
//
//     {"recipient": "ann", "text": "Your parcel is on its way.", "reference": "note-17"}
//
//     201  taken; Location and the body name the message. A later attempt gets the same status,
//          headers and body to the byte, and the marker of the contract more
//     400  the key is missing or is none, or the body is
//     401  nobody's request
//     410  the key has expired: what it did is not kept any more, and is not done again
//     422  the key has come with another request before
//     503  the outcome is unknown, or nothing was done: ask again with the same key
//     404, 405  another target, another method
//
// All but 2xx are `application/problem+json` (RFC 9457).
//
// One transaction inserts the key, which is unique for a tenant, the message, which is the effect,
// and the answer. Who loses the insert has nothing else to do than to read what is there. A
// duplicate that comes while the first is at work waits for the lock of the database.
#pragma once

#include "designs/parts/server_setting.hpp"
#include "designs/parts/service.hpp"
#include "model/contract/contract.hpp"
#include "model/http/http.hpp"
#include "sim/hash.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace onceproof::designs {

// The tables of the server. Running it twice does no harm.
extern const std::string_view message_schema;

// What the server notes when it has made the effect: the number of the message, and its reference.
inline constexpr sim::literal delivers_message("DELIVERS");

// A request that is fit to be done.
struct message_request {
    std::string tenant{};
    std::string key{};
    std::string fingerprint{};
    std::string recipient{};
    std::string text{};
    std::string reference{};
};

// What is kept of a key.
struct message_key {
    std::string fingerprint{};
    std::int64_t made_at = 0;  // nanoseconds since the Unix epoch
    std::int64_t message = 0;  // the number of its row
    std::string answer{};      // the body
};

// The guards are the virtual functions, as those of charge_server.hpp.
template <class Platform>
class message_server : public service<Platform> {
public:
    using base = service<Platform>;
    using typename base::database;
    using typename base::process;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

    message_server(const process& self, const server_setting<Platform>& setting)
        : base(self), promised_(*setting.promised) {}

protected:
    // Guard "one transaction": the key, the message and the answer are one commit. Nothing if the
    // key was there.
    virtual awaitable<std::optional<model::http_response>> take(database& db,
                                                                const message_request& m);

    // Guard "claim": a unique insert says who is the first with a key. False if it was there.
    virtual awaitable<bool> insert_key(database& db, const message_request& m);

    // Guard "fingerprint": a key stands for the request that it first came with.
    virtual bool is_same_request(const message_request& m, const message_key& found) const;

    // Guard "replay": a later attempt gets the stored answer, unchanged but for the mark.
    virtual model::http_response replay(const message_key& found) const;

    // --- Steps of a transaction ---

    awaitable<std::int64_t> insert_message(database& db, const message_request& m);
    awaitable<void> store_answer(database& db, const message_request& m, std::int64_t message,
                                 std::string_view body);
    awaitable<std::optional<message_key>> find_key(database& db, const message_request& m);

    std::string body_of(const message_request& m, std::int64_t message) const;
    model::http_response accepted(std::int64_t message, std::string_view body) const;

    awaitable<model::http_response> answer(database& db,
                                           const model::http_request& request) override;
    model::http_response unknown() const override;

    const model::contract& promised() const { return promised_; }

private:
    awaitable<model::http_response> answer_duplicate(database& db, const message_request& m);

    const model::contract& promised_;
};

extern template class message_server<model::simulated>;
extern template class message_server<model::real>;

}  // namespace onceproof::designs
