// The oracle's rules about keys: which key, and which request, goes with an intent.
#include "faults/intent_name.hpp"
#include "model/oracle/oracle_case.hpp"
#include "model/oracle/oracle_requests.hpp"

#include <string>

namespace onceproof::model::oracle {
namespace {

void judge_keys_of_attempts(const intent_case& c, findings& found) {
    const seen_attempt* first = nullptr;
    for (const seen_attempt* a : c.attempts) {
        first = first == nullptr ? a : first;
        if (a->key != first->key) {
            found.report(rule::one_key, c.intent.number,
                         "attempt {} of {} carries the key '{}', and attempt {} of {} '{}'",
                         first->number, first->client, first->key, a->number, a->client, a->key);
            return;
        }
    }
}

// Whether both are sends of one submission.
bool is_one_submission(const seen_attempt& a, const seen_attempt& b) {
    return a.client == b.client && a.submission == b.submission;
}

// How the attempt differs from those before it, which it should repeat; empty: it does not.
std::string describe_rewrite(const intent_case& c, std::span<const seen_attempt* const> before,
                             const seen_attempt& a) {
    const auto own = std::ranges::find_if(before, &seen_attempt::same_request);
    if (own != before.end() && !is_same_request((*own)->request, a.request, c.promised)) {
        return describe_difference((*own)->request, a.request);
    }
    const auto sent = std::ranges::find_if(
        before, [&](const seen_attempt* b) { return is_one_submission(*b, a); });
    const std::string_view header =
        sent == before.end() ? std::string_view() : find_other_header(**sent, a);
    return header.empty() ? "" : fmt::format("its header {} is not the same", header);
}

void judge_calls(const intent_case& c, findings& found) {
    const auto is_effect = [](const seen_call* s) { return s->why == seen_call::purpose::effect; };
    for (auto a = c.calls.begin(); a != c.calls.end(); ++a) {
        if (!is_effect(*a)) {
            continue;
        }
        const auto other = std::find_if(a + 1, c.calls.end(), [&](const seen_call* b) {
            return is_effect(b) && b->key != (*a)->key &&
                   operation_of(b->request) == operation_of((*a)->request);
        });
        if (other != c.calls.end()) {
            found.report(rule::one_key, c.intent.number,
                         "the system downstream was asked with the key '{}' and with '{}'",
                         (*a)->key, (*other)->key);
            return;
        }
    }
}

// The attempt that the same client sent before that one; nullptr if there is none.
const seen_attempt* attempt_before(const intent_case& c, const seen_attempt& b) {
    const seen_attempt* last = nullptr;
    for (const seen_attempt* a : c.attempts) {
        if (a->same_request() && a->client == b.client && a->begin < b.begin &&
            (last == nullptr || last->begin < a->begin)) {
            last = a;
        }
    }
    return last;
}

bool carries_on(std::string_view key, std::string_view key_before) {
    return !key.empty() && key == key_before;
}

bool carries_one_key(const intent_case& c) {
    return std::all_of(c.attempts.begin(), c.attempts.end(), [&](const seen_attempt* a) {
        return carries_on(a->key, c.attempts.front()->key);
    });
}

void judge_attempts_after_unknown(const intent_case& c, findings& found) {
    for (const seen_attempt* b : c.attempts) {
        if (!b->same_request()) {
            continue;
        }
        const seen_attempt* a = attempt_before(c, *b);
        if (a != nullptr && is_unknown(*a) && !carries_on(b->key, a->key)) {
            found.report(rule::same_key_after_unknown, c.intent.number,
                         "the outcome of attempt {} of {} was unknown, and attempt {} carries {}",
                         a->number, a->client, b->number,
                         b->key.empty() ? "no key" : "another key");
            return;
        }
    }
}

bool is_answered(const seen_call& c) {
    return c.status && *c.status < 500 && *c.status != 429;
}

void judge_calls_after_unknown(const intent_case& c, findings& found) {
    const seen_call* open = nullptr;  // of unknown outcome, and not looked up since
    for (const seen_call* s : c.calls) {
        if (s->why == seen_call::purpose::look_up) {
            open = is_answered(*s) ? nullptr : open;
            continue;
        }
        if (open != nullptr && !carries_on(s->key, open->key) &&
            operation_of(s->request) == operation_of(open->request)) {
            found.report(rule::same_key_after_unknown, c.intent.number,
                         "the outcome of a call downstream was unknown, and the next one carries "
                         "{} and follows no look-up",
                         s->key.empty() ? "no key" : "another key");
            return;
        }
        open = !s->status || *s->status >= 500 ? s : nullptr;
    }
}

struct key_user {
    std::string_view key;
    const intent_case* owner;
};

bool is_one_scope(const key_user& a, const key_user& b) {
    const contract& promised = a.owner->promised;
    return (!promised.scope_has_tenant || a.owner->intent.tenant == b.owner->intent.tenant) &&
           (!promised.scope_has_operation ||
            a.owner->intent.operation == b.owner->intent.operation);
}

// Whether its own request was refused as another one, although none had come under its key.
bool is_refused_for_another(const intent_case& c) {
    for (const seen_attempt* a : c.attempts) {
        if (a->same_request() && a->answer && a->answer->status == c.promised.mismatch_status) {
            return std::none_of(c.attempts.begin(), c.attempts.end(),
                                [&](const seen_attempt* other) {
                                    return !other->same_request() && other->begin < a->end;
                                });
        }
    }
    return false;
}

void judge_pair(const key_user& a, const key_user& b, findings& found) {
    if (is_one_scope(a, b)) {
        found.report(rule::one_key, b.owner->intent.number, "it has the key '{}' of {}", b.key,
                     faults::intent_name(a.owner->intent.number));
        return;
    }
    for (const auto& [refused, by] : {std::pair(&a, &b), std::pair(&b, &a)}) {
        if (is_refused_for_another(*refused->owner)) {
            found.report(rule::scope, refused->owner->intent.number,
                         "it was refused for {}, which is {} with the same key",
                         faults::intent_name(by->owner->intent.number),
                         refused->owner->intent.tenant == by->owner->intent.tenant
                             ? "another operation"
                             : "another tenant's");
        }
    }
}

}  // namespace

bool judge_requests(const intent_case& c, findings& found) {
    for (std::size_t i = 1; i < c.attempts.size(); ++i) {
        const seen_attempt& a = *c.attempts[i];
        const std::string rewrite =
            a.same_request() ? describe_rewrite(c, c.attempts.first(i), a) : "";
        if (!rewrite.empty()) {
            found.report(rule::one_key, c.intent.number,
                         "attempt {} of {} is another request than the one before: {}", a.number,
                         a.client, rewrite);
            return true;
        }
    }
    return false;
}

void judge_keys(const intent_case& c, findings& found) {
    judge_keys_of_attempts(c, found);
    judge_calls(c, found);
    judge_calls_after_unknown(c, found);
    if (!c.idempotent && !carries_one_key(c)) {
        judge_attempts_after_unknown(c, found);
    }
}

void judge_shared_keys(std::span<const intent_case> cases, findings& found) {
    std::vector<key_user> users;
    users.reserve(cases.size());
    for (const intent_case& c : cases) {
        if (!c.attempts.empty() && !c.attempts.front()->key.empty()) {
            users.push_back({c.attempts.front()->key, &c});
        }
    }
    std::sort(users.begin(), users.end(), [](const key_user& a, const key_user& b) {
        const int order = a.key.compare(b.key);
        return order != 0 ? order < 0 : a.owner->intent.number < b.owner->intent.number;
    });
    for (auto a = users.begin(); a != users.end(); ++a) {
        for (auto b = a + 1; b != users.end() && b->key == a->key; ++b) {
            judge_pair(*a, *b, found);
        }
    }
}

}  // namespace onceproof::model::oracle
