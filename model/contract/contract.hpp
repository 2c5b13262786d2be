// What an implementation promises, as data: the oracle judges by it, the reference implementation
// is set up from it, every report prints it. contract_toml.hpp reads one, contracts.hpp has some.
#pragma once

#include "model/contract/retry_policy.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace onceproof::model {

enum class key_format : std::uint8_t {
    quoted,  // an RFC 8941 String, as the IETF draft has it: "abc"
    bare,    // the field value as it stands: abc
    either,
};

enum class fingerprint_of : std::uint8_t {
    canonical,  // the request in the canonical form of RFC 8785
    raw,        // the bytes of the body
    nothing,    // a key stands for whatever it comes with
};

enum class in_flight_answer : std::uint8_t {
    reject,  // at once
    wait,    // for the outcome of the attempt under way, for so long; then reject
};

// Which outcomes are final, and replayed.
enum class kept_outcomes : std::uint8_t {
    all,            // all once execution began, errors too (Stripe v1)
    successes,      // only 2xx: anything else may be tried again with the same key
    not_retryable,  // all but 409, 429 and 5xx
    redriven,  // only 2xx: a failure is done again, and the key stays its request's (Stripe v2)
};

enum class replay_of : std::uint8_t {
    stored,        // status, body and declared headers of the first answer, byte for byte
    latest_state,  // what the resource looks like now (PayPal)
};

enum class after_expiry : std::uint8_t {
    told,    // an answer that says the key has expired; never an effect
    redone,  // it is a new request: the second effect that a late retry makes
};

struct contract {
    using duration = std::chrono::nanoseconds;

    std::string name;     // "strict"
    std::string summary;  // one sentence
    std::string source;   // where it is documented

    // The scope within which a key is unique.
    bool scope_has_tenant = true;
    bool scope_has_operation = true;

    std::string key_header = "Idempotency-Key";
    key_format format = key_format::either;
    std::uint32_t key_length_max = 255;

    fingerprint_of fingerprint = fingerprint_of::canonical;
    std::vector<std::string> fingerprint_fields{};  // top members of the body; empty: all
    unsigned mismatch_status = 422;

    in_flight_answer in_flight = in_flight_answer::reject;
    unsigned in_flight_status = 409;
    std::chrono::seconds retry_after{1};  // told with that status; 0: that is not promised
    duration wait_max{};

    kept_outcomes keeps = kept_outcomes::not_retryable;

    replay_of replay = replay_of::stored;
    std::vector<std::string> replayed_headers{"Content-Type", "Location"};
    std::string replay_marker = "Idempotent-Replayed";  // of value "true"; empty: none

    duration lease = std::chrono::seconds(2);  // how long a claim is honoured without news
    duration retention = std::chrono::hours(24);
    after_expiry expired = after_expiry::told;
    unsigned expired_status = 410;

    retry_policy retry{};

    // Whether a failure that is answered leaves the intent to be done again.
    bool keeps_only_successes() const {
        return keeps == kept_outcomes::successes || keeps == kept_outcomes::redriven;
    }

    friend bool operator==(const contract&, const contract&) = default;
};

}  // namespace onceproof::model
