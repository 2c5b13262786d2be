// What the charge server is the system of record of: the ledger of charges and refunds, and orders.
//
// As with key_records.hpp: each is a step of a transaction that the caller has begun, and throws
// `database_failure`.
#pragma once

#include "designs/parts/charge_request.hpp"
#include "model/http/http.hpp"
#include "sim/hash.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::designs {

extern const std::string_view ledger_schema;

// The same, but that nothing may be charged twice under one reference of a tenant: a natural key.
extern const std::string_view ledger_schema_with_natural_key;

// What a server notes when it has written a row: the number of the row, and the reference.
inline constexpr sim::literal makes_charge("CHARGES");

// More is declined.
inline constexpr std::int64_t largest_amount = 1'000'000;

// 402: nothing is charged, and nothing will be.
model::http_response declined();

// 201, or 204 for who wants no body: row number ROW of the ledger was written for C.
model::http_response charged(const charge_request& c, std::int64_t row);

template <class Platform>
struct ledger {
    using database = typename Platform::database;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

    // The effect. The number of the new row; nothing if a natural key forbids it.
    static awaitable<std::optional<std::int64_t>> insert(database& db, const charge_request& c);

    // Of what was charged under that reference: the number, and how much.
    struct row {
        std::int64_t number = 0;
        std::int64_t amount = 0;
        std::string currency{};
    };
    static awaitable<std::optional<row>> find(database& db, const charge_request& c);

    // Puts the order or reads it, and answers. A transaction of its own.
    static awaitable<model::http_response> answer(database& db, const order_request& order);
};

}  // namespace onceproof::designs
