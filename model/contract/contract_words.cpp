// See contract_words.hpp.
#include "model/contract/contract_words.hpp"

#include "sim/time/time.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace onceproof::model {
namespace {

using duration = contract::duration;

std::string span_words(duration span) {
    return sim::to_text(span);
}

std::string scope(const contract& c) {
    if (c.scope_has_tenant && c.scope_has_operation) {
        return "a key belongs to one tenant and one operation";
    }
    if (c.scope_has_tenant) {
        return "a key belongs to one tenant, over all operations";
    }
    return c.scope_has_operation ? "a key belongs to one operation, over all tenants"
                                 : "a key is the same for all tenants and operations";
}

std::string key(const contract& c) {
    const char* const format = c.format == key_format::quoted ? "in quotes (RFC 8941)"
                               : c.format == key_format::bare ? "bare"
                                                              : "in quotes or bare";
    return fmt::format("in the header {}, {}, at most {} characters", c.key_header, format,
                       c.key_length_max);
}

std::string fingerprint_words(const contract& c) {
    if (c.fingerprint == fingerprint_of::nothing) {
        return "none: a key stands for whatever it comes with";
    }
    const std::string what =
        c.fingerprint == fingerprint_of::raw ? "the bytes of the body"
        : c.fingerprint_fields.empty()
            ? "the canonical request (RFC 8785)"
            : fmt::format("of the canonical body {}", fmt::join(c.fingerprint_fields, ", "));
    return fmt::format("{}; another one under the key is answered {}", what, c.mismatch_status);
}

std::string in_flight(const contract& c) {
    const std::string when =
        c.in_flight == in_flight_answer::reject
            ? fmt::format("is answered {} at once", c.in_flight_status)
            : fmt::format("waits up to {} for the outcome, then is answered {}",
                          span_words(c.wait_max), c.in_flight_status);
    return fmt::format("a duplicate {}, with Retry-After: {}", when, c.retry_after.count());
}

std::string kept_words(const contract& c) {
    switch (c.keeps) {
        case kept_outcomes::all:
            return "all are kept, 5xx too";
        case kept_outcomes::successes:
            return "only 2xx are kept; after anything else the key is as good as new";
        case kept_outcomes::redriven:
            return "only 2xx are kept; anything else is done again, for the same request alone";
        case kept_outcomes::not_retryable:
            break;
    }
    return "all but 409, 429 and 5xx are kept";
}

std::string replay(const contract& c) {
    const std::string marker =
        c.replay_marker.empty() ? "not marked" : fmt::format("marked {}: true", c.replay_marker);
    if (c.replay == replay_of::latest_state) {
        return fmt::format("the latest state, {}", marker);
    }
    return fmt::format("the stored status and body to the byte, with {}, {}",
                       c.replayed_headers.empty()
                           ? "no headers"
                           : fmt::format("{}", fmt::join(c.replayed_headers, " and ")),
                       marker);
}

std::string expiry(const contract& c) {
    return c.expired == after_expiry::told
               ? fmt::format("after {}; then the key is answered {}", span_words(c.retention),
                             c.expired_status)
               : fmt::format("after {}; then the request is a new one", span_words(c.retention));
}

std::string retry(const retry_policy& r) {
    return fmt::format(
        "up to {} attempts of {} within {}, with pauses from [0, {}], doubled up to {}; a "
        "Retry-After of up to {} is honoured",
        r.attempts_max, span_words(r.attempt_timeout), span_words(r.elapsed_max),
        span_words(r.backoff_base), span_words(r.backoff_max), span_words(r.retry_after_max));
}

std::string budget(const retry_budget& b) {
    return b.tokens_max == 0
               ? "none"
               : fmt::format("{} tokens; a retry costs {}, an intent that settles earns {}",
                             b.tokens_max, b.retry_costs, b.success_earns);
}

std::string breaker(const breaker_policy& b) {
    return b.failures_to_open == 0
               ? "none"
               : fmt::format(
                     "opens after {} failures in a row, for {}, then lets one probe through",
                     b.failures_to_open, span_words(b.open_for));
}

}  // namespace

std::vector<contract_line> in_words(const contract& c) {
    std::vector<contract_line> lines;
    const auto add = [&](std::string_view name, std::string words) {
        lines.push_back({name, std::move(words)});
    };
    add("scope", scope(c));
    add("key", key(c));
    add("fingerprint", fingerprint_words(c));
    add("in flight", in_flight(c));
    add("outcomes", kept_words(c));
    add("replay", replay(c));
    add("lease",
        fmt::format("a claim is honoured for {} without news of its owner", span_words(c.lease)));
    add("expiry", expiry(c));
    add("retry", retry(c.retry));
    add("retry budget", budget(c.retry.budget));
    add("circuit breaker", breaker(c.retry.breaker));
    return lines;
}

}  // namespace onceproof::model
