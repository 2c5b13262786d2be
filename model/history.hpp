// What can be seen from outside of an implementation: what was asked, what was answered, and which
// effects the system of record holds in the end. The oracle sees this and nothing else.
#pragma once

#include "model/http.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceproof::model {

// One logical operation that a client wants done once.
struct seen_intent {
    std::uint64_t number;  // counts from 1: "pay-1"
    std::string tenant;
    std::string reference;  // the client's own name for it, which its effect carries
    bool settled;           // its client came to a final answer, before or after healing
};

// One send of an intent, and what came back.
struct seen_attempt {
    enum class purpose : std::uint8_t {
        work,        // the client's own
        probe,       // after healing: the same request once more
        other_body,  // after healing: the same key with another request
    };

    std::uint64_t intent;
    std::uint64_t number;  // "attempt-2"
    purpose why;
    std::optional<http_response> answer;  // nothing: the outcome is unknown
};

// A row of the ledger.
struct seen_effect {
    std::string tenant;
    std::string reference;
    std::int64_t amount;
};

struct history {
    std::vector<seen_intent> intents;
    std::vector<seen_attempt> attempts;  // in the order in which they were answered
    std::vector<seen_effect> effects;    // as the disk holds them at the end
};

}  // namespace onceproof::model
