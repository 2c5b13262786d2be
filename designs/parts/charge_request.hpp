// A request to the charge server, read and checked: what is done before any database is touched.
// What is refused here leaves no trace, so a corrected request may come with the same key.
#pragma once

#include "model/contract/contract.hpp"
#include "model/http/http.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace onceproof::designs {

// A repeat-unsafe request that is fit to be claimed.
struct charge_request {
    std::string tenant;
    std::string operation;    // "POST /v1/charges"; with the tenant, the scope of the key
    std::string key;          // empty if none was asked for
    std::string body;         // in canonical form
    std::string raw_body;     // as it came
    std::int64_t amount = 0;  // in minor units, at least 1
    std::string currency;     // three capital letters, as ISO 4217 has them
    std::string reference;    // what the tenant calls it; not empty
    std::string description;  // may be empty
    bool minimal = false;     // `Prefer: return=minimal` (RFC 7240): no body is wanted
};

// A whole resource, put or asked for: `/v1/orders/REFERENCE`.
struct order_request {
    std::string tenant;
    std::string reference;
    bool put = false;  // otherwise: get
    std::string body;  // in canonical form
};

// The request, or the answer that refuses it: 400, 401, 404 or 405. A body with other members than
// those above is not refused, but they are part of the fingerprint. WITH_KEY: whether a request
// that is repeat-unsafe must have one.
std::variant<charge_request, order_request, model::http_response> read_request(
    const model::http_request& request, const model::contract& promised, bool with_key = true);

}  // namespace onceproof::designs
