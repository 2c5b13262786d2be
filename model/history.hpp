// What a run looked like: what was asked, what was answered, and which effects the systems of record
// hold in the end. The oracle sees this and nothing else.
//
// All of it but the marks is seen at the boundary. Marks are what an implementation says of itself.
#pragma once

#include "model/http.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceproof::model {

// Of virtual time, since the run began.
using moment = std::chrono::nanoseconds;

// What a client was told to get done, and what it says came of it.
struct seen_intent {
    enum class end : std::uint8_t {
        none,      // its client has not come to an end, or has died
        answered,  // with `told`
        unknown,   // it gave up, and says that it cannot know
    };

    std::uint64_t number = 0;  // counts from 1: "pay-1"
    std::string client{};      // the process
    std::string tenant{};
    std::string operation{};  // "POST /v1/charges"
    std::string reference{};  // the client's own name for it, which its effect carries
    std::int64_t amount = 0;
    bool settled = false;  // a final answer came, before or after healing
    end ended = end::none;
    std::optional<http_response> told{};
};

// One send of an intent, and what came back.
struct seen_attempt {
    enum class purpose : std::uint8_t {
        work,        // the client's own
        probe,       // after healing: the same request once more
        other_body,  // the same key with another request
    };

    std::uint64_t intent = 0;
    std::uint64_t number = 0;  // "attempt-2"
    purpose why = purpose::work;
    std::uint32_t client_run = 1;  // how often its client had been started by then
    moment begin{};
    moment end{};
    std::string key{};
    std::string request{};                 // method, target and body
    std::optional<http_response> answer{};  // nothing: the outcome is unknown
};

// What a server asked of a system downstream on behalf of an intent.
struct seen_call {
    enum class purpose : std::uint8_t { effect, look_up };

    std::uint64_t intent = 0;
    purpose why = purpose::effect;
    moment at{};
    std::string key{};  // empty: none was sent
    std::string request{};
    std::optional<unsigned> status{};  // nothing: the outcome is unknown
};

// A row in a system of record.
struct seen_effect {
    std::string tenant{};
    std::string operation{};
    std::string reference{};
    std::int64_t amount = 0;
};

// What a server says of itself.
enum class mark : std::uint8_t {
    claims,      // wins the key, and begins to work
    takes_over,  // wins it from an owner whose lease has run out, and begins to work
    completes,   // has recorded the outcome
    releases,    // has given up the claim, or deleted the record
    rests,       // ends the work that its claim allowed, whatever came of it
    suppresses,  // answers a duplicate: from the record, or that it is in flight
    rejects,     // refuses another request under the key
};

struct seen_mark {
    mark what = mark::claims;
    std::uint64_t intent = 0;
    std::string who{};        // process and run of it: "api-1/2"
    std::uint64_t epoch = 0;  // of the claim that it has, counted from 1; 0: it has none
    moment at{};
};

struct history {
    std::vector<seen_intent> intents{};
    std::vector<seen_attempt> attempts{};  // in the order in which they were answered
    std::vector<seen_call> calls{};
    std::vector<seen_effect> effects{};  // as the disks hold them at the end
    std::vector<seen_mark> marks{};
    bool has_marks = false;        // whether the implementation publishes any
    bool clocks_were_true = true;  // no wall clock jumped or drifted
};

}  // namespace onceproof::model
