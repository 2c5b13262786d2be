// What a run looked like: what was asked, what was answered, and which effects the systems of
// record hold in the end. The oracle sees this and nothing else.
//
// All of it but the marks is seen at the boundary. Marks are what an implementation says of itself.
#pragma once

#include "model/http/http.hpp"
#include "model/operation/fields.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceproof::model {

// Of virtual time, since the run began.
using moment = std::chrono::nanoseconds;

// What is to be done once.
struct seen_intent {
    std::uint64_t number = 0;  // counts from 1: "intent-1"
    std::string tenant{};
    std::string operation{};  // "POST /v1/charges"
    std::string reference{};  // the client's own name for it, which its effect carries
    fields asks_for{};        // what its effect must be like; each field by its name
    std::string described{};  // its effect, for people
    bool settled = false;     // a final answer came, before or after healing
    bool fresh = false;       // nobody's: asked for in the end, to see that work is still done
};

// One send of an intent, and what came back. Several clients may send one intent, as when a form is
// submitted twice; a client sends one at most once at a time.
struct seen_attempt {
    enum class purpose : std::uint8_t {
        work,        // the client's own
        probe,       // after healing: the same request once more
        other_body,  // the same key with another request
    };

    std::uint64_t intent = 0;
    std::uint64_t number = 0;  // "attempt-2"; a client that starts over counts from 1 again
    purpose why = purpose::work;
    std::string client{};          // the process
    std::uint32_t client_run = 1;  // how often it had been started by then
    std::uint64_t submission = 0;  // which of its client's, counted from 0
    std::string server{};          // whom it was sent to
    moment begin{};
    moment end{};
    bool ended = true;                      // false: its client died in it, `end` says nothing
    std::string key{};                      // empty: none was sent
    std::string request{};                  // method, target and body, one space between them
    bool declined = false;                  // the rules of the business refuse what was asked for
    std::optional<moment> deadline{};       // how long the server was told that it is waited for
    std::optional<http_response> answer{};  // nothing: the outcome is unknown
    std::string sent{};                     // the bytes, as they went to the network
    std::string received{};                 // likewise, as they came until it ended

    bool same_request() const { return why != purpose::other_body; }
};

// What a client says in the end has come of an intent.
struct seen_outcome {
    std::uint64_t intent = 0;
    std::string client{};
    std::optional<http_response> told{};  // nothing: it gave up, and says that it cannot know
    std::uint32_t client_run = 1;
    std::uint64_t submission = 0;  // which of its client's, counted from 0
};

// What a server asked of a system downstream on behalf of an intent.
struct seen_call {
    enum class purpose : std::uint8_t { effect, look_up };

    std::uint64_t intent = 0;
    purpose why = purpose::effect;
    moment at{};                       // when it was sent
    std::string key{};                 // empty: none was sent
    std::string request{};             // method, target and body, one space between them
    std::optional<unsigned> status{};  // nothing: the outcome is unknown
};

// A row in a system of record.
struct seen_effect {
    std::string tenant{};
    std::string operation{};
    std::string reference{};
    std::string id{};  // by which answers call it; empty: not known
    fields details{};  // what else there is of it; each field by its name
};

// Whether it is an effect of that intent, as what names it says: whatever else there is of it.
inline bool is_effect_of(const seen_effect& e, const seen_intent& i) {
    return e.reference == i.reference && e.tenant == i.tenant && e.operation == i.operation;
}

// What a server says of itself.
enum class mark : std::uint8_t {
    claims,      // wins the key, and begins to work
    takes_over,  // wins it from an owner whose lease has run out, and begins to work
    completes,   // has recorded the outcome
    releases,    // has given up the claim, or deleted the record
    rests,       // ends the work that its claim allowed, whatever came of it
    suppresses,  // answers a duplicate: from the record, or that it is in flight
    rejects,     // refuses another request under the key
    dies,        // said by who watches: the process has ended, and all its work
};

struct seen_mark {
    mark kind = mark::claims;
    std::uint64_t intent = 0;   // 0 in `dies`
    std::uint64_t attempt = 0;  // that it works for; 0: not known
    std::string process{};      // process and run of it: "api-1/2"
    std::uint64_t epoch = 0;    // of the claim that it has, counted from 1; 0: it has none
    moment at{};
    std::uint64_t key = 0;  // a digest of the key; 0: not known
};

// A wall clock was set, or its rate changed. Which one it was makes no difference.
struct seen_clock_change {
    moment at{};
    moment jumps{};            // so far ahead; negative: back
    std::int64_t gains_ppb{};  // nanoseconds in each second from then on; negative: it loses them
};

struct history {
    std::vector<seen_intent> intents{};
    std::vector<seen_attempt> attempts{};  // all that began, in the order in which they ended
    std::vector<seen_outcome> outcomes{};
    std::vector<seen_call> calls{};      // in the order in which they were sent
    std::vector<seen_effect> effects{};  // as the disks hold them at the end
    // As the disks held them when faults had stopped, before anybody asked again: what was lost
    // may be done anew for who asks. Nothing: nobody looked.
    std::optional<std::vector<seen_effect>> effects_at_rest{};
    std::vector<seen_mark> marks{};                  // in the order in which they were said
    bool has_marks = false;                          // whether the implementation publishes any
    bool clocks_were_true = true;                    // no wall clock jumped or drifted
    std::vector<seen_clock_change> clock_changes{};  // how they did, in the order of time
    bool requests_were_repeated = false;             // by something between clients and servers
    bool clients_kept_pace = true;                   // no client process stood still for a while
    std::uint32_t attempts_max = UINT32_MAX;  // at an intent, if the contract does not say less
};

}  // namespace onceproof::model
