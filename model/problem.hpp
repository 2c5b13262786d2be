// An answer that says what is wrong: `application/problem+json` of RFC 9457.
#pragma once

#include "model/http.hpp"

#include <string_view>

namespace onceproof::model {

// TITLE says what kind of problem it is, DETAIL what was wrong this time.
http_response problem(unsigned status, std::string_view title, std::string_view detail);

}  // namespace onceproof::model
