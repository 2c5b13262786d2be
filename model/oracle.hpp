// Judges a history: did each intent take effect exactly once, and was it answered faithfully?
//
// It judges by the boundary alone, so that it can judge any implementation. The history is that of
// a run whose faults have stopped and whose clients have had time to settle.
#pragma once

#include "model/history.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::model {

enum class rule : std::uint8_t {
    one_effect,          // at most one effect per intent; exactly one if a success was acknowledged
    no_rejected_effect,  // an intent that was finally rejected has none
    faithful_replay,     // all final answers to one intent agree: status, body, Location
    other_body_rejected,  // the same key with another request: 422, and no effect of that request
    settles,              // once faults stop, every intent comes to a final answer
    known_effects_only,   // each effect belongs to an intent
};

// Whether the rule says that something good happens in time, rather than nothing bad.
bool is_liveness(rule r);

// "one effect", as reports say it.
std::string_view to_text(rule r);

struct violation {
    rule broken;
    std::uint64_t intent;  // 0: none in particular
    std::string why;       // one sentence

    friend bool operator==(const violation&, const violation&) = default;
};

// In the order of intents, then of rules; empty if all hold.
std::vector<violation> judge(const history& seen);

// An answer that a client takes as the end of the matter: a success or a rejection, but not "in
// flight" (409), "too many requests" (429) or a fault of the server (5xx).
bool is_final(const http_response& answer);

}  // namespace onceproof::model
