// The oracle's rules about answers: that they agree, and that one comes at all.
#include "model/oracle/oracle_case.hpp"

#include <optional>
#include <string>

namespace onceproof::model::oracle {
namespace {

// In what an answer differs from the first one, in a word; nullptr if in nothing that is promised.
const char* difference(const http_response& answer, const http_response& first,
                       const contract& promised) {
    if (promised.replay == replay_of::latest_state) {
        return answer.status / 100 == first.status / 100 ? nullptr : "class of status";
    }
    if (answer.status != first.status) {
        return "status";
    }
    if (answer.body != first.body) {
        return "body";
    }
    for (const std::string& name : promised.replayed_headers) {
        if (!same_header(answer, first, name)) {
            return name.c_str();
        }
    }
    return nullptr;
}

// Whether an attempt came when the retention was over for sure.
bool is_late(const seen_attempt& a, const seen_attempt& first, const contract& promised) {
    return a.begin > first.end + promised.retention;
}

void judge_replay(const intent_case& c, findings& found) {
    const seen_attempt* first = nullptr;
    for (const seen_attempt* a : c.attempts) {
        if (!c.counts(*a)) {
            continue;
        }
        const bool redone = c.promised.expired == after_expiry::redone && c.may_have_expired(*a);
        if (first == nullptr) {
            first = a;
            continue;
        }
        const char* differs = difference(*a->answer, *first->answer, c.promised);
        if (differs == nullptr) {
            continue;
        }
        if (redone) {
            first = a;
        } else if (!is_late(*a, *first, c.promised)) {  // `expiry` judges those
            found.report(rule::faithful_replay, c.intent.number,
                         "attempt {} of {} was answered with another {} than the first one",
                         a->number, a->client, differs);
            return;
        }
    }
}

// Only a probe that was sent after a success had been answered is a replay for sure.
void judge_marker(const intent_case& c, findings& found) {
    if (c.promised.replay_marker.empty()) {
        return;
    }
    const seen_attempt* first = nullptr;
    for (const seen_attempt* a : c.attempts) {
        if (!c.counts(*a) || !is_success(*a->answer)) {
            continue;
        }
        const bool may_be_new =
            c.promised.expired == after_expiry::redone && c.may_have_expired(*a);
        if (first == nullptr) {
            first = a;
        } else if (a->why == seen_attempt::purpose::probe && first->end <= a->begin &&
                   !may_be_new && !is_marked(*a->answer, c.promised)) {
            found.report(rule::faithful_replay, c.intent.number,
                         "a replay was answered without {}: true", c.promised.replay_marker);
            return;
        }
    }
}

void judge_expiry(const intent_case& c, findings& found) {
    const seen_attempt* first = c.first_answered();
    if (c.promised.expired != after_expiry::told) {
        return;
    }
    for (const seen_attempt* a : c.attempts) {
        if (c.counts(*a) && is_late(*a, *first, c.promised) &&
            difference(*a->answer, *first->answer, c.promised) != nullptr) {
            found.report(rule::expiry, c.intent.number,
                         "after the retention it was answered {}, neither {} nor as at first",
                         a->answer->status, c.promised.expired_status);
            return;
        }
    }
}

// Whether it was asked for, and not only another request under its key. Without a key an outcome
// that is unknown stays so.
bool has_to_settle(const intent_case& c) {
    return std::ranges::any_of(c.attempts, &seen_attempt::same_request) &&
           (c.idempotent ||
            std::ranges::none_of(c.attempts, [](const seen_attempt* a) { return a->key.empty(); }));
}

// Whether O had come to its end when A was sent: it was answered, or everything had come to rest.
bool is_over(const seen_attempt& o, const seen_attempt& a) {
    constexpr auto probe = seen_attempt::purpose::probe;
    return (a.why == probe && o.why != probe) || (!is_unknown(o) && o.end <= a.begin);
}

// Whether its PUT came last for sure: one was done that was sent when all others of the resource
// were over.
bool is_last_put(const intent_case& c, std::span<const intent_case> cases) {
    const auto is_last = [&](const seen_attempt* a) {
        return a->answer && is_success(*a->answer) &&
               std::ranges::all_of(cases, [&](const intent_case& other) {
                   return &other == &c || other.intent.tenant != c.intent.tenant ||
                          other.intent.operation != c.intent.operation ||
                          std::ranges::all_of(other.attempts, [&](const seen_attempt* o) {
                              return is_over(*o, *a);
                          });
               });
    };
    return c.intent.operation.starts_with("PUT ") && std::ranges::any_of(c.attempts, is_last);
}

}  // namespace

void judge_answers(const intent_case& c, findings& found) {
    if (!c.idempotent) {
        judge_replay(c, found);
        judge_marker(c, found);
        judge_expiry(c, found);
        judge_names(c, found);
    }
    if (!c.intent.settled && has_to_settle(c) && c.first_answered() == nullptr) {
        found.report(rule::settles, c.intent.number,
                     "its client came to no final answer after faults had stopped");
    }
}

namespace {

// The final answer that the client got, although it says that it does not know the outcome;
// nullptr: it got none.
const seen_attempt* find_withheld(const intent_case& c, const seen_outcome& o) {
    const auto found = std::ranges::find_if(c.attempts, [&](const seen_attempt* a) {
        return a->client == o.client && a->client_run == o.client_run &&
               a->submission == o.submission && a->answer && is_final(*a->answer);
    });
    return found == c.attempts.end() ? nullptr : *found;
}

}  // namespace

void judge_outcomes(const intent_case& c, findings& found) {
    for (const seen_outcome* o : c.outcomes) {
        if (!o->told) {
            if (const seen_attempt* const a = find_withheld(c, *o)) {
                found.report(rule::unknown_told, c.intent.number,
                             "{} says that it does not know, and was answered {}", o->client,
                             a->answer->status);
            }
            continue;
        }
        if (!is_final(*o->told) && !is_kept(*o->told, c.promised)) {
            found.report(rule::unknown_told, c.intent.number,
                         "{} says {}, which leaves the outcome open", o->client, o->told->status);
        } else if (std::none_of(c.attempts.begin(), c.attempts.end(), [&](const seen_attempt* a) {
                       return a->client == o->client && a->answer &&
                              a->answer->status == o->told->status &&
                              a->answer->body == o->told->body;
                   })) {
            found.report(rule::unknown_told, c.intent.number,
                         "{} says {}, an answer that it never got", o->client, o->told->status);
        }
    }
}

void judge_machinery(std::span<const intent_case> cases, findings& found) {
    for (const intent_case& c : cases) {
        if (!c.idempotent) {
            continue;
        }
        const auto touched =
            std::find_if(c.attempts.begin(), c.attempts.end(), [&](const seen_attempt* a) {
                return a->answer && (is_marked(*a->answer, c.promised) ||
                                     a->answer->status == c.promised.mismatch_status);
            });
        if (touched != c.attempts.end()) {
            found.report(rule::machinery, c.intent.number,
                         "{} needs no key, and was answered {} as if by one", c.intent.operation,
                         (*touched)->answer->status);
        }
        if (c.own_effects == 0 && is_last_put(c, cases)) {
            found.report(rule::machinery, c.intent.number,
                         "it was the last PUT, and it is not what is held");
        }
    }
}

}  // namespace onceproof::model::oracle
