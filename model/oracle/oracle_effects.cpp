// The oracle's rules about effects: how many an intent has, and whose they are.
#include "model/oracle/oracle_case.hpp"

namespace onceproof::model::oracle {
namespace {

// How many effects an intent may have. Where a contract does anew what comes after the retention,
// there may be one in each stretch of that length in which an attempt can have arrived.
std::size_t effects_allowed(const intent_case& c) {
    if (c.promised.expired == after_expiry::told) {
        return 1;
    }
    moment latest = c.began;
    std::size_t sent = 0;
    for (const seen_attempt* a : c.attempts) {
        if (a->same_request()) {
            ++sent;
            // What was not answered may have been under way for any time.
            latest = std::max(latest, a->answer ? a->end : c.last);
        }
    }
    if (sent <= 1 || c.promised.retention <= moment::zero()) {
        return std::max<std::size_t>(sent, 1);
    }
    const auto more = static_cast<std::size_t>((latest - c.began) / c.promised.retention);
    return std::min(1 + more, sent);
}

// Whether a rejection says that there is no effect: nothing else was answered that could have made
// one. Where only successes are kept, what was rejected may be done later.
bool is_rejected(const intent_case& c) {
    const auto is_rejection = [](const seen_attempt* a) {
        return !a->same_request() || (a->answer && is_final(*a->answer) && !is_success(*a->answer));
    };
    const bool all = std::all_of(c.attempts.begin(), c.attempts.end(), is_rejection);
    if (c.promised.keeps_only_successes()) {
        return all && !c.attempts.empty();
    }
    const seen_attempt* first = c.first_answered();
    return first != nullptr && is_final(*first->answer) && !is_success(*first->answer);
}

// Whether nothing of it is otherwise than the intent asked for.
bool is_as_asked(const seen_effect& e, const seen_intent& i) {
    return std::all_of(e.details.begin(), e.details.end(), [&](const field& f) {
        const std::string* const asked = find_field(i.asks_for, f.name);
        return asked == nullptr || *asked == f.value;
    });
}

// " with the amount 1250, the currency EUR".
std::string in_words(const fields& all) {
    std::string text;
    for (const field& f : all) {
        text += fmt::format("{} the {} {}", text.empty() ? " with" : ",", f.name, f.value);
    }
    return text;
}

// A success that a client was told of, and whose effect was gone when faults had stopped.
void judge_effects_at_rest(const intent_case& c, findings& found) {
    const auto told = std::find_if(c.attempts.begin(), c.attempts.end(), [](const auto* a) {
        return a->why == seen_attempt::purpose::work && a->answer && is_success(*a->answer);
    });
    if (told == c.attempts.end() || !c.seen.effects_at_rest) {
        return;
    }
    const auto& there = *c.seen.effects_at_rest;
    if (std::none_of(there.begin(), there.end(),
                     [&](const seen_effect& e) { return is_effect_of(e, c.intent); })) {
        found.report(rule::acknowledged_effect, c.intent.number,
                     "it was answered {}, and when faults had stopped, {} was not on the disk",
                     (*told)->answer->status, c.intent.described);
    }
}

void judge_own_effects(const intent_case& c, findings& found) {
    const std::uint64_t intent = c.intent.number;
    if (c.own_effects > effects_allowed(c)) {
        found.report(rule::one_effect, intent, "it took effect {} times", c.own_effects);
    }
    if (c.idempotent) {
        return;
    }
    const auto success =
        std::find_if(c.attempts.begin(), c.attempts.end(), [](const seen_attempt* a) {
            return a->same_request() && a->answer && is_success(*a->answer);
        });
    if (success != c.attempts.end() && c.own_effects == 0) {
        found.report(rule::acknowledged_effect, intent, "it was answered {} and has no effect",
                     (*success)->answer->status);
    } else {
        judge_effects_at_rest(c, found);
    }
    if (c.own_effects > 0 && !c.is_rewritten && is_rejected(c)) {
        found.report(rule::no_rejected_effect, intent,
                     "it was finally rejected and took effect all the same");
    }
}

// Whether the intent's own request had the key before that attempt came with another one.
bool is_taken_before(const intent_case& c, const seen_attempt& other) {
    const auto binds = [&](const seen_attempt& a) {
        return c.counts(a) || (c.promised.keeps == kept_outcomes::redriven && a.same_request() &&
                               a.answer && is_final(*a.answer));
    };
    return std::any_of(c.attempts.begin(), c.attempts.end(), [&](const seen_attempt* a) {
        return binds(*a) && a->answer->status != c.promised.mismatch_status &&
               a->end <= other.begin;
    });
}

// Of two requests under one key that are under way at the same time either may come first. Then it
// has the key, and the other one is the other request.
void judge_other_body(const intent_case& c, findings& found) {
    const contract& promised = c.promised;
    bool may_have_been_first = false;
    const seen_attempt* accepted = nullptr;
    for (const seen_attempt* a : c.attempts) {
        if (a->same_request()) {
            continue;
        }
        if (c.may_have_expired(*a) && promised.expired == after_expiry::redone) {
            return;  // it may be a new request by then
        }
        const bool taken = is_taken_before(c, *a);
        may_have_been_first = may_have_been_first || !taken;
        if ((!taken && c.own_effects == 0) || !a->answer || !is_final(*a->answer) ||
            a->answer->status == promised.mismatch_status ||
            a->answer->status == promised.in_flight_status) {
            continue;
        }
        // Whether its own reason or the key's is told is for the server to say.
        const bool declined = a->declined && !is_success(*a->answer);
        const bool expired = a->answer->status == promised.expired_status && c.may_have_expired(*a);
        // A rejection that is not kept leaves the key to who comes next.
        const bool left =
            promised.keeps == kept_outcomes::successes && !taken && !is_success(*a->answer);
        if (!declined && !expired && !left && accepted == nullptr) {
            accepted = a;
        }
    }
    if (accepted != nullptr) {
        found.report(rule::other_body_rejected, c.intent.number,
                     "its key with another request was answered {}, not {}",
                     accepted->answer->status, promised.mismatch_status);
    }
    const bool was_first = may_have_been_first && c.own_effects == 0 && c.other_effects == 1;
    if (c.other_effects > 0 && !was_first) {
        found.report(rule::other_body_rejected, c.intent.number,
                     "its key with another request took effect");
    }
}

}  // namespace

void judge_effects(const intent_case& c, findings& found) {
    judge_own_effects(c, found);
    if (!c.idempotent && c.has_other_body && c.promised.fingerprint != fingerprint_of::nothing) {
        judge_other_body(c, found);
    }
}

effects_by_reference::effects_by_reference(const std::vector<seen_effect>& all) {
    sorted_.reserve(all.size());
    for (const seen_effect& e : all) {
        sorted_.push_back({&e, false});
    }
    // They are elements of one vector, so that their addresses are in its order.
    std::sort(sorted_.begin(), sorted_.end(), [](const entry& a, const entry& b) {
        const int order = a.effect->reference.compare(b.effect->reference);
        return order != 0 ? order < 0 : a.effect < b.effect;
    });
}

void effects_by_reference::count(intent_case& c) {
    const seen_intent& i = c.intent;
    auto at = std::partition_point(sorted_.begin(), sorted_.end(), [&](const entry& e) {
        return e.effect->reference < i.reference;
    });
    for (; at != sorted_.end() && at->effect->reference == i.reference; ++at) {
        const seen_effect& e = *at->effect;
        if (!is_effect_of(e, i)) {
            continue;
        }
        // Where a key stands for whatever it comes with, so does its effect.
        const bool own = is_as_asked(e, i) || c.promised.fingerprint == fingerprint_of::nothing;
        ++(own ? c.own_effects : c.other_effects);
        at->known = at->known || own || c.has_other_body;
    }
}

void effects_by_reference::report_unknown(findings& found) const {
    for (const entry& e : sorted_) {
        if (!e.known) {
            found.report(rule::known_effects_only, 0,
                         "'{}' of {} took effect{}, which nobody asked for", e.effect->reference,
                         e.effect->tenant, in_words(e.effect->details));
        }
    }
}

}  // namespace onceproof::model::oracle
