// An answer that says what is wrong: `application/problem+json` of RFC 9457.
#pragma once

#include "model/http/http.hpp"

#include <chrono>
#include <string_view>

namespace onceproof::model {

// TITLE says what kind of problem it is, DETAIL what was wrong this time.
http_response problem(unsigned status, std::string_view title, std::string_view detail);

// One that may pass: Retry-After says in how many seconds to ask again.
http_response passing_problem(unsigned status, std::string_view title, std::string_view detail,
                              std::chrono::seconds after);

}  // namespace onceproof::model
