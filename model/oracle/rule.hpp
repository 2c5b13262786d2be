// The rules by which the oracle judges.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace onceproof::model {

// What is lost or done twice comes first, then what names the mistake best.
enum class rule : std::uint8_t {
    one_effect,
    acknowledged_effect,
    no_rejected_effect,
    scope,
    expiry,
    machinery,
    due_outcome,
    refusal,
    faithful_replay,
    other_body_rejected,
    no_overlap,
    owner_only,
    settles,
    one_key,
    retry_policy,
    unknown_told,
    same_key_after_unknown,
    suppressed_logged,
    known_effects_only,
};

// In the order of the enumerators.
std::span<const rule> rules();

// "one effect", as reports say it.
std::string_view to_text(rule r);

// What must hold, in one sentence.
std::string_view statement(rule r);

// Whether the rule says that something good happens in time, rather than nothing bad.
bool is_liveness(rule r);

}  // namespace onceproof::model
