// What a space-time diagram shows, in words. Private to it.
#pragma once

#include "reports/run/run_sketch.hpp"

#include <string>

namespace onceproof::reports {

// Who takes part, then a line for each event: "7.331777 ms, client: -> api-1: POST /v1/charges
// HTTP/1.1 (255 bytes), for intent-1/attempt-1". Escaped for XML.
std::string told_as_text(const run_sketch& s, const sim::world& of);

}  // namespace onceproof::reports
