// A request to `POST /v1/charges`, read and checked: what the reference server does before any
// database is touched. What is refused here leaves no trace, so a corrected request may come with
// the same key.
#pragma once

#include "model/http.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace onceproof::model {

// A request that is fit to be claimed.
struct charge_request {
    std::string tenant;
    std::string operation;  // "POST /v1/charges"; with the tenant, the scope of the key
    std::string key;
    std::string fingerprint;
    std::int64_t amount = 0;  // in minor units, at least 1
    std::string currency;     // three capital letters, as ISO 4217 has them
    std::string reference;    // what the tenant calls it; not empty
};

// The request, or the answer that refuses it: 400, 401, 404 or 405. A body with other members than
// the three is not refused, but they are part of the fingerprint.
std::variant<charge_request, http_response> read_charge_request(const http_request& request);

// An answer that says what is wrong: `application/problem+json` of RFC 9457. TITLE says what kind
// of problem it is, DETAIL what was wrong this time.
http_response problem(unsigned status, std::string_view title, std::string_view detail);

}  // namespace onceproof::model
