// The oracle's rules about refusals: what is refused has a reason, and is told as the contract
// says; and what the business declines is not done.
#include "model/contract/method_class.hpp"
#include "model/oracle/oracle_case.hpp"
#include "model/oracle/oracle_requests.hpp"

#include <algorithm>
#include <chrono>
#include <string>

namespace onceproof::model::oracle {
namespace {

// Asks for another attempt (RFC 8470): no answer to what was asked for.
constexpr unsigned too_early = 425;

// Whether it refuses for good what was asked for.
bool is_refusal(const http_response& answer, const contract& promised) {
    return is_final(answer) && !is_success(answer) && answer.status != too_early &&
           answer.status != promised.in_flight_status;
}

bool share_key_scope(const seen_intent& a, const seen_intent& b, const contract& promised) {
    return (!promised.scope_has_tenant || a.tenant == b.tenant) &&
           (!promised.scope_has_operation || a.operation == b.operation);
}

// Whether O has, or claims, the key of that attempt for another request.
bool takes_key(const intent_case& c, const seen_attempt& of, const seen_attempt& o) {
    if (o.intent == c.intent.number) {
        return !o.same_request() || !is_same_request(o.request, of.request, c.promised);
    }
    const auto& all = c.seen.intents;
    const auto other = std::ranges::find(all, o.intent, &seen_intent::number);
    return o.key == of.key && other != all.end() && share_key_scope(*other, c.intent, c.promised);
}

bool may_be_taken(const intent_case& c, const seen_attempt& a) {
    return std::ranges::any_of(c.seen.attempts, [&](const seen_attempt& o) {
        return o.begin < a.end && takes_key(c, a, o);
    });
}

// Whether it was sent without what the contract needs, or asks for what is not there.
bool is_unfit(const intent_case& c, const seen_attempt& a) {
    if (c.idempotent) {
        return class_of(c.intent.operation) == method_class::read_only && a.answer->status == 404;
    }
    return a.key.empty() || a.key.size() > c.promised.key_length_max;
}

// Why that refusal was not due; nullptr if it may have been.
const char* wrong_with_refusal(const intent_case& c, const seen_attempt& a) {
    const unsigned status = a.answer->status;
    if (c.intent.fresh) {
        return "it was a fresh operation with a fresh key";
    }
    if (a.declined || is_unfit(c, a)) {
        return nullptr;
    }
    if (c.idempotent) {
        return "nothing gives a reason for that";
    }
    if (status == c.promised.mismatch_status) {
        return may_be_taken(c, a) ? nullptr : "no other request had come under its key";
    }
    if (status == c.promised.expired_status && c.promised.expired == after_expiry::told) {
        return c.may_have_expired(a) ? nullptr : "its key cannot have expired";
    }
    return "nothing gives a reason for that";
}

// Where a key stands for whatever it comes with, a success may be that of another request.
bool may_be_of_another(const intent_case& c) {
    return c.promised.fingerprint == fingerprint_of::nothing && c.has_other_body;
}

// Whether O ended before A was sent, with an answer after which no server works on its key.
bool leaves_key(const seen_attempt& o, const seen_attempt& a) {
    return o.answer && o.end <= a.begin && o.answer->status < 500;
}

// Whether another attempt may be at work under the key of A.
bool may_be_in_flight(const intent_case& c, const seen_attempt& a) {
    return c.seen.requests_were_repeated ||
           std::ranges::any_of(c.seen.attempts, [&](const seen_attempt& o) {
               return &o != &a && o.key == a.key && o.begin < a.end && !leaves_key(o, a);
           });
}

// Whether it asks for the pause that the contract promises; a pause of nothing is no promise.
bool has_pause(const http_response& answer, const contract& promised) {
    if (promised.retry_after == std::chrono::seconds(0)) {
        return true;
    }
    const std::string* const value = answer.headers.find("Retry-After");
    return value != nullptr && *value == std::to_string(promised.retry_after.count());
}

// What is wrong with a refusal that says "in flight"; nullptr: nothing.
const char* wrong_with_in_flight(const intent_case& c, const seen_attempt& a) {
    if (!may_be_in_flight(c, a)) {
        return "and no other attempt can have been at work";
    }
    return has_pause(*a.answer, c.promised) ? nullptr
                                            : "without the pause that the contract promises";
}

void judge_in_flight(const intent_case& c, findings& found) {
    for (const seen_attempt* a : c.attempts) {
        const bool is_told = a->answer && a->answer->status == c.promised.in_flight_status;
        if (const char* wrong = is_told ? wrong_with_in_flight(c, *a) : nullptr) {
            found.report(rule::refusal, c.intent.number, "attempt {} of {} was answered {}, {}",
                         a->number, a->client, a->answer->status, wrong);
            return;
        }
    }
}

}  // namespace

void judge_due(const intent_case& c, findings& found) {
    judge_in_flight(c, found);
    for (const seen_attempt* a : c.attempts) {
        if (!a->same_request() || !a->answer) {
            continue;
        }
        const char* wrong = nullptr;
        if (is_refusal(*a->answer, c.promised)) {
            wrong = wrong_with_refusal(c, *a);
        } else if (a->declined && is_success(*a->answer) && !may_be_of_another(c)) {
            wrong = "it was due to be declined";
        }
        if (wrong != nullptr) {
            found.report(rule::due_outcome, c.intent.number,
                         "attempt {} of {} was answered {}, and {}", a->number, a->client,
                         a->answer->status, wrong);
            return;
        }
    }
}

}  // namespace onceproof::model::oracle
