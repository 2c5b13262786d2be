// See observations.hpp. Closing probes are no part of what is observed.
#include "scenarios/roles/observations.hpp"

#include "base/spelling.hpp"
#include "model/oracle/oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <vector>

namespace onceproof::scenarios {
namespace {

using model::seen_attempt;

constexpr std::string_view answered = "answered";

std::span<const seen_attempt> attempts_of(const observed_run& r) {
    const std::span<const seen_attempt> all(r.history.attempts);
    return all.first(std::min(all.size(), r.facts.attempts_before_probes));
}

template <class Predicate>
bool any_attempt(const observed_run& r, Predicate is_meant) {
    return std::ranges::any_of(attempts_of(r), is_meant);
}

bool is_answered(const observed_run& r, unsigned status) {
    return any_attempt(
        r, [&](const seen_attempt& a) { return a.answer && a.answer->status == status; });
}

bool is_accepted(const seen_attempt& a) {
    return a.answer && a.answer->status / 100 == 2;
}

bool is_settled_by(const seen_attempt& a) {
    return a.same_request() && a.answer && model::is_final(*a.answer);
}

std::size_t effects_of(const observed_run& r, std::uint64_t intent) {
    const auto asked = std::ranges::find(r.history.intents, intent, &model::seen_intent::number);
    return static_cast<std::size_t>(
        std::ranges::count_if(r.history.effects, [&](const model::seen_effect& e) {
            return asked != r.history.intents.end() && e.reference == asked->reference &&
                   e.tenant == asked->tenant && e.operation == asked->operation;
        }));
}

bool is_settled_before(const observed_run& r, const seen_attempt& a) {
    return any_attempt(r, [&](const seen_attempt& b) {
        return &b != &a && b.intent == a.intent && is_settled_by(b) && b.end <= a.end;
    });
}

// By the marker of the contract. Where it has none, a second final answer is a replay if the effect
// is there once at most.
bool is_replay(const observed_run& r, const seen_attempt& a) {
    const std::string& marker = r.promised.replay_marker;
    if (!a.same_request() || !a.answer) {
        return false;
    }
    return marker.empty()
               ? is_settled_by(a) && is_settled_before(r, a) && effects_of(r, a.intent) <= 1
               : a.answer->headers.find(marker) != nullptr;
}

bool sees_replay(const observed_run& r, unsigned) {
    return any_attempt(r, [&](const seen_attempt& a) { return is_replay(r, a); });
}

bool sees_duplicate_in_flight(const observed_run& r, unsigned) {
    return r.facts.attempts_overlapped;
}

bool sees_answer_lost_after_effect(const observed_run& r, unsigned) {
    return r.facts.lost_answer_after_effect;
}

bool sees_other_request_refused(const observed_run& r, unsigned) {
    return any_attempt(r, [&](const seen_attempt& a) {
        return !a.same_request() && a.answer && a.answer->status == r.promised.mismatch_status;
    });
}

bool sees_refusal_in_flight(const observed_run& r, unsigned) {
    return is_answered(r, r.promised.in_flight_status);
}

bool sees_expired_key(const observed_run& r, unsigned) {
    return is_answered(r, r.promised.expired_status);
}

bool sees_acceptance(const observed_run& r, unsigned) {
    return any_attempt(r, is_accepted);
}

bool sees_empty_answer(const observed_run& r, unsigned) {
    return is_answered(r, 204);
}

bool sees_attempt_without_answer(const observed_run& r, unsigned) {
    return any_attempt(r, [](const seen_attempt& a) { return a.ended && !a.answer; });
}

bool sees_unknown_outcome(const observed_run& r, unsigned) {
    const std::span<const model::seen_outcome> all(r.history.outcomes);
    return std::ranges::any_of(all.first(std::min(all.size(), r.facts.outcomes_before_probes)),
                               [](const model::seen_outcome& o) { return !o.told.has_value(); });
}

bool sees_server_death(const observed_run& r, unsigned) {
    return r.facts.server_died;
}

bool sees_death_after_answer(const observed_run& r, unsigned) {
    return r.facts.server_died && any_attempt(r, is_accepted);
}

bool sees_client_restart(const observed_run& r, unsigned) {
    return r.facts.client_started_again;
}

// The attempt that settled the intent, the earliest; nullptr: none did.
const seen_attempt* first_settling(const observed_run& r, std::uint64_t intent) {
    const seen_attempt* first = nullptr;
    for (const seen_attempt& a : attempts_of(r)) {
        if (a.intent == intent && is_settled_by(a) && (first == nullptr || a.end < first->end)) {
            first = &a;
        }
    }
    return first;
}

// Whether the server of A, which it left without an answer, died while A waited, or stalled.
bool is_left_by_server(const observed_run& r, const seen_attempt& a, bool stalls_count) {
    return !a.answer && a.same_request() &&
           std::ranges::any_of(r.facts.interruptions, [&](const interruption& i) {
               return i.server == a.server && i.at >= a.begin && (!a.ended || i.at <= a.end) &&
                      (i.died || stalls_count);
           });
}

// The first answer to that intent is a replay already: who answers it has found the effect, whose
// maker has not told anybody.
bool sees_death_after_effect(const observed_run& r, unsigned) {
    return any_attempt(r, [&](const seen_attempt& a) {
        if (!is_left_by_server(r, a, false)) {
            return false;
        }
        const seen_attempt* const first = first_settling(r, a.intent);
        const bool finds_effect = first != nullptr && first != &a && is_replay(r, *first);
        return r.promised.replay_marker.empty() ? effects_of(r, a.intent) > 0 : finds_effect;
    });
}

// Whoever had begun was gone or asleep, and the first answer is no replay.
bool sees_takeover(const observed_run& r, unsigned) {
    return any_attempt(r, [&](const seen_attempt& a) {
        if (!is_left_by_server(r, a, true)) {
            return false;
        }
        const seen_attempt* const first = first_settling(r, a.intent);
        return first != nullptr && is_accepted(*first) && first->begin >= a.begin &&
               !is_replay(r, *first);
    });
}

bool sees_failure_made_good(const observed_run& r, unsigned) {
    return any_attempt(r, [&](const seen_attempt& a) {
        if (!a.answer || a.answer->status / 100 != 5) {
            return false;
        }
        const seen_attempt* const first = first_settling(r, a.intent);
        return first != nullptr && first->begin >= a.begin && is_accepted(*first) &&
               !is_replay(r, *first);
    });
}

bool sees_stop_under_way(const observed_run& r, unsigned) {
    return std::ranges::any_of(r.work.servers, [&](const server_work& s) {
        return s.stops_at > sim::duration::zero() && any_attempt(r, [&](const seen_attempt& a) {
                   return a.server == s.name && a.begin < s.stops_at && a.end >= s.stops_at &&
                          a.answer.has_value();
               });
    });
}

// The proxy is of the surroundings: what it says is seen from outside.
bool sees_proxy_send_again(const observed_run& r, unsigned) {
    return r.facts.said("sends it again");
}

bool sees_downstream_answer_lost(const observed_run& r, unsigned) {
    return r.facts.lost_downstream_answer;
}

bool sees_call_without_answer(const observed_run& r, unsigned) {
    return r.facts.call_unanswered;
}

bool sees_call_turned_away(const observed_run& r, unsigned) {
    return r.facts.was_told_downstream(429);
}

bool sees_call_failed(const observed_run& r, unsigned) {
    return r.facts.was_told_downstream(500);
}

bool sees_look_up(const observed_run& r, unsigned) {
    return r.facts.looked_up;
}

constexpr std::array<observation, 24> observation_list{{
    {"answer-lost-after-effect", "the answer was lost after the effect",
     sees_answer_lost_after_effect},
    {"replayed", "the stored answer was replayed", sees_replay},
    {"duplicate-in-flight", "a duplicate arrived in flight", sees_duplicate_in_flight},
    {"refused-as-in-flight", "a duplicate was refused as in flight", sees_refusal_in_flight},
    {"other-request-refused", "the other request was refused", sees_other_request_refused},
    {"told-expired", "a key was told to have expired", sees_expired_key},
    {"accepted", "a request was accepted", sees_acceptance},
    {answered, "an attempt was answered", is_answered},
    {"attempt-unanswered", "an attempt had no answer in time", sees_attempt_without_answer},
    {"outcome-unknown", "a client gave up", sees_unknown_outcome},
    {"client-restarted", "the client started twice", sees_client_restart},
    {"server-died", "the server died", sees_server_death},
    {"died-after-answer", "the host lost power once the request was answered",
     sees_death_after_answer},
    {"killed-between-effect-and-answer", "the server was killed between effect and answer",
     sees_death_after_effect},
    {"claim-taken-over", "a dead claim was taken over", sees_takeover},
    {"failure-made-good", "what had failed was done for the next attempt", sees_failure_made_good},
    {"stopped-under-way", "a server stopped with requests under way", sees_stop_under_way},
    {"proxy-sent-again", "the proxy sent it again", sees_proxy_send_again},
    {"downstream-answer-lost", "an answer from downstream was lost", sees_downstream_answer_lost},
    {"call-unanswered", "a call downstream had no answer", sees_call_without_answer},
    {"call-turned-away", "a call downstream was turned away", sees_call_turned_away},
    {"call-failed", "it was not known what became downstream", sees_call_failed},
    {"looked-up", "downstream was looked up", sees_look_up},
    {"answered-without-body", "an answer had no body", sees_empty_answer},
}};

// "503"; nothing: that is no status.
std::optional<unsigned> status_in(std::string_view word) {
    unsigned status = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), status);
    const bool good = error == std::errc() && stop == word.data() + word.size();
    return good && status >= 100 && status <= 599 ? std::optional(status) : std::nullopt;
}

}  // namespace

std::span<const observation> observations() {
    return observation_list;
}

goal goal_named(std::string_view name) {
    const std::size_t blank = name.find(' ');
    const bool has_status = blank != std::string_view::npos && name.substr(0, blank) == answered;
    const std::string_view word = has_status ? answered : name;
    const auto found = std::ranges::find(observation_list, word, &observation::name);
    if (found == observation_list.end()) {
        std::vector<std::string> names;
        for (const observation& o : observation_list) {
            names.emplace_back(o.name);
        }
        throw std::invalid_argument(fmt::format("there is no observation '{}'{}", name,
                                                base::did_you_mean(std::string(name), names)));
    }
    if (word != answered) {
        return {&*found, 0, std::string(found->sentence)};
    }
    const auto status = has_status ? status_in(name.substr(blank + 1)) : std::nullopt;
    if (!status) {
        throw std::invalid_argument("'answered' comes with a status, as in 'answered 503'");
    }
    return {&*found, *status, fmt::format("{} {}", found->sentence, *status)};
}

}  // namespace onceproof::scenarios
