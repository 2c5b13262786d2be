// See oracle.hpp. Here a history is taken apart; the rules are in the other oracle_*.cpp.
#include "model/oracle/oracle.hpp"

#include "model/contract/method_class.hpp"
#include "model/oracle/oracle_case.hpp"

#include <array>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <tuple>

namespace onceproof::model {
namespace oracle {
namespace {

void look_at_attempts(intent_case& c) {
    if (!c.attempts.empty()) {
        c.began = c.attempts.front()->begin;
    }
    for (const seen_attempt* a : c.attempts) {
        c.began = std::min(c.began, a->begin);
        c.has_other_body = c.has_other_body || !a->same_request();
    }
}

moment last_moment(const history& seen) {
    moment last{};
    for (const seen_attempt& a : seen.attempts) {
        last = std::max(last, a.ended ? a.end : a.begin);
    }
    for (const seen_mark& m : seen.marks) {
        last = std::max(last, m.at);
    }
    return last;
}

std::vector<rule> not_judged(const history& seen, const contract& promised) {
    std::vector<rule> rules;
    if (promised.fingerprint == fingerprint_of::nothing) {
        rules.push_back(rule::other_body_rejected);
    }
    if (!seen.has_marks || !seen.clocks_were_true) {
        rules.push_back(rule::no_overlap);
    }
    if (!seen.has_marks) {
        rules.push_back(rule::owner_only);
        rules.push_back(rule::suppressed_logged);
    }
    return rules;
}

}  // namespace

bool is_success(const http_response& answer) {
    return answer.status / 100 == 2;
}

bool is_marked(const http_response& answer, const contract& promised) {
    const std::string* value = answer.headers.find(promised.replay_marker);
    return value != nullptr && *value == "true";
}

bool is_kept(const http_response& answer, const contract& promised) {
    if (answer.status == promised.in_flight_status) {
        return false;
    }
    if (promised.keeps_only_successes()) {
        return is_success(answer);
    }
    // Only the marker tells a stored fault from one that happened before the work began.
    return is_final(answer) ||
           (promised.keeps == kept_outcomes::all && is_marked(answer, promised));
}

bool is_unknown(const seen_attempt& a) {
    return !a.answer || a.answer->status >= 500;
}

bool same_header(const http_response& a, const http_response& b, std::string_view name) {
    const std::string* x = a.headers.find(name);
    const std::string* y = b.headers.find(name);
    return (x == nullptr) == (y == nullptr) && (x == nullptr || *x == *y);
}

std::vector<violation> findings::in_order() {
    // Those of no intent have the highest place. Not stable_sort: what libstdc++ 12 makes of that
    // is deprecated, as clang sees it.
    const auto place = [](const violation& v) {
        const std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
        return std::tuple(v.intent == 0 ? last : v.intent, v.broken, std::string_view(v.why));
    };
    std::sort(all_.begin(), all_.end(),
              [&](const violation& a, const violation& b) { return place(a) < place(b); });
    return std::move(all_);
}

namespace {

// How far two readings of wall clocks, up to then, can be off: all that they were set and
// all that they gained or lost, whichever they were.
moment clocks_off(const history& seen, moment until) {
    moment off{};
    for (const seen_clock_change& c : seen.clock_changes) {
        if (c.at <= until) {
            const auto seconds = std::chrono::ceil<std::chrono::seconds>(until - c.at).count();
            off += std::chrono::abs(c.jumps) + moment(std::abs(c.gains_ppb) * seconds);
        }
    }
    return off;
}

}  // namespace

bool intent_case::may_have_expired(const seen_attempt& a) const {
    return a.end - began + clocks_off(seen, a.end) >= promised.retention;
}

bool intent_case::counts(const seen_attempt& a) const {
    if (!a.same_request() || !a.answer || !is_kept(*a.answer, promised)) {
        return false;
    }
    return promised.expired != after_expiry::told || a.answer->status != promised.expired_status ||
           !may_have_expired(a);
}

const seen_attempt* intent_case::first_answered() const {
    const auto found = std::find_if(attempts.begin(), attempts.end(),
                                    [&](const seen_attempt* a) { return counts(*a); });
    return found == attempts.end() ? nullptr : *found;
}

}  // namespace oracle

bool is_final(const http_response& answer) {
    return answer.status >= 200 && answer.status < 500 && answer.status != 409 &&
           answer.status != 429;
}

judgement judge(const history& seen, const contract& promised) {
    const oracle::by_intent attempts(seen.attempts);
    const oracle::by_intent outcomes(seen.outcomes);
    const oracle::by_intent calls(seen.calls);
    const oracle::by_intent marks(seen.marks);
    oracle::effects_by_reference effects(seen.effects);
    const moment last = oracle::last_moment(seen);
    std::vector<oracle::intent_case> cases;
    cases.reserve(seen.intents.size());
    for (const seen_intent& i : seen.intents) {
        oracle::intent_case& c = cases.emplace_back(oracle::intent_case{
            seen, promised, i, attempts.for_intent(i.number), outcomes.for_intent(i.number),
            calls.for_intent(i.number), marks.for_intent(i.number)});
        c.idempotent = class_of(i.operation) != method_class::repeat_unsafe;
        c.last = last;
        oracle::look_at_attempts(c);
        effects.count(c);
    }
    oracle::findings found;
    for (oracle::intent_case& c : cases) {
        c.is_rewritten = oracle::judge_requests(c, found);
        oracle::judge_effects(c, found);
        oracle::judge_keys(c, found);
        oracle::judge_outcomes(c, found);
        if (!c.is_rewritten) {  // or else servers had a reason for whatever they answered
            oracle::judge_answers(c, found);
            oracle::judge_due(c, found);
        }
        if (seen.has_marks) {
            oracle::judge_marks(c, marks.for_intent(0), found);
        }
    }
    oracle::judge_shared_keys(cases, found);
    oracle::judge_machinery(cases, found);
    oracle::judge_retries(cases, promised, found);
    effects.report_unknown(found);
    return {found.in_order(), oracle::not_judged(seen, promised)};
}

}  // namespace onceproof::model
