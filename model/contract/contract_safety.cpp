// See contract_safety.hpp.
#include "model/contract/contract_safety.hpp"

#include "sim/time/time.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace onceproof::model {
namespace {

using duration = contract::duration;
using sentences = std::vector<std::string>;

std::string to_words(duration span) {
    return sim::to_text(span);
}

// As the reference client sees it: 409, 429 and 5xx settle nothing, whatever the contract says.
bool is_retried(unsigned status) {
    return status == 409 || status == 429 || status >= 500;
}

// Whether the fingerprint tells one operation from another.
bool covers_operation(const contract& c) {
    return c.fingerprint == fingerprint_of::canonical;
}

// When the last attempt begins if all pauses are drawn as short as can be: the second finds the
// key in flight, and so do all that follow.
duration shortest_patience(const contract& c) {
    const auto waits = static_cast<duration::rep>(c.retry.attempts_max) - 2;
    const bool waiting = c.in_flight == in_flight_answer::wait;
    const duration each =
        c.retry_after + (waiting ? std::min(c.wait_max, c.retry.attempt_timeout) : duration());
    return std::min(c.retry.elapsed_max, waits * each);
}

void judge_scope(const contract& c, sentences& found) {
    if (!c.scope_has_tenant) {
        found.emplace_back(
            "a key is not of a tenant: two tenants with the same key get each other's answers, or "
            "are refused for what the other did");
    }
    if (!c.scope_has_operation && !covers_operation(c)) {
        found.emplace_back(
            "a key is not of an operation, and the fingerprint does not tell one from another: a "
            "key that comes to a second operation gets the answer of the first");
    }
}

void judge_fingerprint(const contract& c, sentences& found) {
    if (c.fingerprint == fingerprint_of::nothing) {
        found.emplace_back(
            "there is no fingerprint: another request under a key is not done, and gets the first "
            "one's answer");
    }
}

void judge_duplicates(const contract& c, sentences& found) {
    if (!is_retried(c.in_flight_status)) {
        found.push_back(fmt::format(
            "a duplicate in flight is answered {}, which a client takes for final: it is told of a "
            "failure while the first attempt takes effect",
            c.in_flight_status));
    }
    if (c.retry_after > c.retry.retry_after_max) {
        found.push_back(
            fmt::format("a duplicate in flight is told to come back after {}, but the client waits "
                        "{} at most: it gives up, and what came of its intent stays unknown",
                        to_words(c.retry_after), to_words(c.retry.retry_after_max)));
    }
    if (c.keeps_only_successes()) {
        found.emplace_back(
            "an answer such as 402 is final to the client, but is not kept: a late duplicate may "
            "take effect after the client was told that it was refused");
    }
}

void judge_time(const contract& c, sentences& found) {
    const duration horizon = c.retry.horizon();
    const bool redone = c.expired == after_expiry::redone;
    if (c.retention < horizon) {
        found.push_back(fmt::format(
            "a record is kept for {}, but a retry may come up to {} after the first attempt, and "
            "then {}",
            to_words(c.retention), to_words(horizon),
            redone ? "takes effect again"
                   : "learns that the key has expired, not what came of it"));
    } else if (redone) {
        found.push_back(
            fmt::format("a key is forgotten after {}: the client gives up before, {} after its "
                        "first attempt, but whoever sends the request later takes effect again",
                        to_words(c.retention), to_words(horizon)));
    }
    if (c.retention <= c.lease) {
        found.push_back(fmt::format(
            "a record is kept for {}, but a claim is honoured for {}: a key may expire while the "
            "work under it goes on",
            to_words(c.retention), to_words(c.lease)));
    }
    if (c.lease >= horizon) {
        found.push_back(fmt::format(
            "a claim is honoured for {} without news, but the client gives up within {}: if its "
            "owner is killed, what came of the intent stays unknown",
            to_words(c.lease), to_words(horizon)));
    }
}

std::string in_vain(std::string_view what, unsigned status, const retry_policy& retry) {
    return fmt::format("{} is answered {}, upon which a client tries again, up to {} times in vain",
                       what, status, retry.attempts_max);
}

void remark_on_requests(const contract& c, sentences& found) {
    if (!c.scope_has_operation && covers_operation(c)) {
        found.push_back(fmt::format(
            "a key is not of an operation: one that comes to a second operation is refused with {}",
            c.mismatch_status));
    }
    if (c.fingerprint == fingerprint_of::raw) {
        found.push_back(
            fmt::format("the fingerprint is of raw bytes: a retry that writes its members in "
                        "another order is refused with {}",
                        c.mismatch_status));
    }
    if (!c.fingerprint_fields.empty()) {
        found.push_back(fmt::format(
            "the fingerprint is of {} alone: a request that differs elsewhere gets the first "
            "one's answer",
            fmt::join(c.fingerprint_fields, ", ")));
    }
    if (is_retried(c.mismatch_status)) {
        found.push_back(in_vain("another request under a key", c.mismatch_status, c.retry));
    }
    if (c.expired == after_expiry::told && is_retried(c.expired_status)) {
        found.push_back(in_vain("an expired key", c.expired_status, c.retry));
    }
}

void remark_on_answers(const contract& c, sentences& found) {
    if (c.replay == replay_of::latest_state) {
        found.emplace_back(
            "a replay tells the latest state: two answers to one intent may differ, so they are "
            "not compared byte for byte");
    }
    if (c.keeps == kept_outcomes::all) {
        found.push_back(
            fmt::format("a 5xx is kept for {}: each of up to {} attempts gets it again, and what "
                        "came of the intent stays unknown to the client",
                        to_words(c.retention), c.retry.attempts_max));
    }
}

void remark_on_time(const contract& c, sentences& found) {
    if (c.retry.attempts_max >= 2 && c.lease < c.retry.horizon() &&
        shortest_patience(c) < c.lease) {
        found.push_back(fmt::format(
            "a claim is honoured for {} without news, and with the shortest pauses the last of {} "
            "attempts begins {} after the first: a killed owner can leave the outcome unknown",
            to_words(c.lease), c.retry.attempts_max, to_words(shortest_patience(c))));
    }
    if (c.retry.attempt_timeout > c.lease) {
        found.push_back(fmt::format(
            "an attempt may take {}, but its claim is honoured for {}: a slow owner is taken over "
            "while it works, which only a fenced effect makes harmless",
            to_words(c.retry.attempt_timeout), to_words(c.lease)));
    }
    if (c.in_flight == in_flight_answer::wait && c.wait_max >= c.retry.attempt_timeout) {
        found.push_back(fmt::format(
            "a duplicate in flight waits up to {}, but the client gives up on an attempt after {}",
            to_words(c.wait_max), to_words(c.retry.attempt_timeout)));
    }
}

}  // namespace

std::vector<std::string> dangers(const contract& c) {
    sentences found;
    judge_scope(c, found);
    judge_fingerprint(c, found);
    judge_duplicates(c, found);
    judge_time(c, found);
    return found;
}

std::vector<std::string> remarks(const contract& c) {
    sentences found;
    remark_on_requests(c, found);
    remark_on_answers(c, found);
    remark_on_time(c, found);
    return found;
}

}  // namespace onceproof::model
