// What a repetition of an operation does by itself: whether it needs a key at all.
#pragma once

#include <cstdint>
#include <string_view>

namespace onceproof::model {

enum class method_class : std::uint8_t {
    read_only,      // GET, HEAD, OPTIONS, TRACE: "safe" in RFC 9110, section 9.2.1
    idempotent,     // PUT, DELETE: RFC 9110, section 9.2.2; repeating them changes nothing more
    repeat_unsafe,  // POST, PATCH, and what is not known
};

// OPERATION is method and target, "POST /v1/charges". Methods are compared with case, as they are.
method_class class_of(std::string_view operation);

}  // namespace onceproof::model
