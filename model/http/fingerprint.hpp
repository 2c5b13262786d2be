// The fingerprint of a request: what binds an idempotency key to what was asked under it.
//
// SHA-256, so that nobody can make another request with the same fingerprint. Over the method, the
// target and the canonical body alone: headers such as a date or a trace id differ from attempt to
// attempt and would make each retry another request.
#pragma once

#include <string>
#include <string_view>

namespace onceproof::model {

// 64 hexadecimal digits. Requires: CANONICAL_BODY comes from canonical_json(); METHOD and TARGET
// have no line feed, as HTTP's never do.
std::string fingerprint(std::string_view method, std::string_view target,
                        std::string_view canonical_body);

}  // namespace onceproof::model
