// See rule.hpp.
#include "model/oracle/rule.hpp"

#include <array>
#include <cstddef>

namespace onceproof::model {
namespace {

struct words {
    rule id;
    std::string_view name;
    std::string_view statement;
};

constexpr std::array<words, 19> all{{
    {rule::one_effect, "one effect", "An intent takes effect at most once."},
    {rule::acknowledged_effect, "acknowledged effect",
     "An intent that was answered with a success has taken effect, durably."},
    {rule::no_rejected_effect, "no effect of a rejected request",
     "An intent that was finally rejected has not taken effect."},
    {rule::scope, "scope", "No answer and no refusal comes from another tenant or operation."},
    {rule::expiry, "expiry",
     "What comes after the retention is told that the key has expired, or gets the answer of "
     "then."},
    {rule::machinery, "machinery where it belongs",
     "A naturally idempotent request is answered for itself, and the last PUT is what is held."},
    {rule::due_outcome, "due outcome",
     "What is refused for good has a reason that can be seen, and what is due to be declined is "
     "not done."},
    {rule::refusal, "refusal as promised",
     "A duplicate is told that it is in flight only while another attempt may be at work, and with "
     "the pause that the contract promises."},
    {rule::faithful_replay, "faithful replay",
     "All final answers to an intent agree, as far as the contract promises it."},
    {rule::other_body_rejected, "other body rejected",
     "Another request under a key that is taken is refused, and does not take effect."},
    {rule::no_overlap, "no overlap",
     "Two owners of a key are never at work at the same time within the lease."},
    {rule::owner_only, "owner only",
     "Only who has the claim of the current epoch completes it or gives it up."},
    {rule::settles, "settles", "Once faults have stopped, an intent comes to a final answer."},
    {rule::one_key, "one key",
     "All attempts at an intent carry one key and one request, and no other intent has that key."},
    {rule::retry_policy, "retry policy",
     "A client tries again as the contract says: what, how often, how long, and after which "
     "pause."},
    {rule::unknown_told, "unknown is unknown",
     "What a client says of an intent is a final answer that it got, or that it does not know."},
    {rule::same_key_after_unknown, "same key after unknown",
     "After an unknown outcome comes a look-up or the same key, never a fresh one and never none."},
    {rule::suppressed_logged, "suppressed is logged",
     "A suppressed duplicate is logged as that, and a refused request as another thing."},
    {rule::known_effects_only, "known effects only", "Each effect is one that was asked for."},
}};

constexpr std::array<rule, all.size()> in_order = [] {
    std::array<rule, all.size()> order{};
    for (std::size_t i = 0; i < all.size(); ++i) {
        order[i] = all[i].id;
    }
    return order;
}();

constexpr bool is_listed_in_order() {
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (static_cast<std::size_t>(all[i].id) != i) {
            return false;
        }
    }
    return true;
}

static_assert(is_listed_in_order());

}  // namespace

std::span<const rule> rules() {
    return in_order;
}

std::string_view to_text(rule r) {
    return all[static_cast<std::size_t>(r)].name;
}

std::string_view statement(rule r) {
    return all[static_cast<std::size_t>(r)].statement;
}

bool is_liveness(rule r) {
    return r == rule::settles;
}

}  // namespace onceproof::model
