// Contracts in words.
#include "model/contract/contract_words.hpp"

#include "model/contract/contracts.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::model {
namespace {

using namespace std::chrono_literals;

std::vector<std::string> words(const contract& c) {
    std::vector<std::string> lines;
    for (const contract_line& line : in_words(c)) {
        lines.push_back(fmt::format("{}: {}", line.name, line.words));
    }
    return lines;
}

TEST(ContractWords, TellStrict) {
    EXPECT_THAT(
        words(*find_contract("strict")),
        ::testing::ElementsAre(
            "scope: a key belongs to one tenant and one operation",
            "key: in the header Idempotency-Key, in quotes or bare, at most 255 characters",
            "fingerprint: the canonical request (RFC 8785); another one under the key is answered "
            "422",
            "in flight: a duplicate is answered 409 at once, with Retry-After: 1",
            "outcomes: all but 409, 429 and 5xx are kept",
            "replay: the stored status and body to the byte, with Content-Type and Location, "
            "marked "
            "Idempotent-Replayed: true",
            "lease: a claim is honoured for 2 s without news of its owner",
            "expiry: after 24 h; then the key is answered 410",
            "retry: up to 8 attempts of 300 ms within 30 s, with pauses from [0, 50 ms], doubled "
            "up "
            "to 1 s; a Retry-After of up to 10 min is honoured",
            "retry budget: 10 tokens; a retry costs 1, an intent that settles earns 1",
            "circuit breaker: opens after 5 failures in a row, for 10 s, then lets one probe "
            "through"));
}

TEST(ContractWords, TellTheOtherChoices) {
    contract c;
    c.scope_has_tenant = false;
    c.scope_has_operation = false;
    c.format = key_format::bare;
    c.fingerprint_fields = {"amount", "currency"};
    c.in_flight = in_flight_answer::wait;
    c.wait_max = 200ms;
    c.keeps = kept_outcomes::successes;
    c.replay = replay_of::latest_state;
    c.replay_marker.clear();
    c.expired = after_expiry::redone;
    c.retry.budget.tokens_max = 500;
    c.retry.budget.retry_costs = 5;
    c.retry.budget.success_earns = 1;
    c.retry.breaker.failures_to_open = 4;
    c.retry.breaker.open_for = 30s;
    EXPECT_THAT(
        words(c),
        ::testing::ElementsAre(
            "scope: a key is the same for all tenants and operations",
            "key: in the header Idempotency-Key, bare, at most 255 characters",
            "fingerprint: of the canonical body amount, currency; another one under the key is "
            "answered 422",
            "in flight: a duplicate waits up to 200 ms for the outcome, then is answered 409, with "
            "Retry-After: 1",
            "outcomes: only 2xx are kept; after anything else the key is as good as new",
            "replay: the latest state, not marked", ::testing::_,
            "expiry: after 24 h; then the request is a new one", ::testing::_,
            "retry budget: 500 tokens; a retry costs 5, an intent that settles earns 1",
            "circuit breaker: opens after 4 failures in a row, for 30 s, then lets one probe "
            "through"));
}

TEST(ContractWords, TellTheRestOfTheChoices) {
    contract c;
    c.scope_has_operation = false;
    c.format = key_format::quoted;
    c.fingerprint = fingerprint_of::nothing;
    c.keeps = kept_outcomes::all;
    c.replayed_headers.clear();
    const std::vector<contract_line> lines = in_words(c);
    EXPECT_EQ(lines[0].words, "a key belongs to one tenant, over all operations");
    EXPECT_EQ(lines[1].words,
              "in the header Idempotency-Key, in quotes (RFC 8941), at most 255 characters");
    EXPECT_EQ(lines[2].words, "none: a key stands for whatever it comes with");
    EXPECT_EQ(lines[4].words, "all are kept, 5xx too");
    EXPECT_EQ(lines[5].words,
              "the stored status and body to the byte, with no headers, marked "
              "Idempotent-Replayed: true");
    c.keeps = kept_outcomes::redriven;
    EXPECT_EQ(in_words(c)[4].words,
              "only 2xx are kept; anything else is done again, for the same request alone");
    c.fingerprint = fingerprint_of::raw;
    EXPECT_EQ(in_words(c)[2].words,
              "the bytes of the body; another one under the key is answered 422");
    c.scope_has_tenant = false;
    c.scope_has_operation = true;
    EXPECT_EQ(in_words(c)[0].words, "a key belongs to one operation, over all tenants");
}

}  // namespace
}  // namespace onceproof::model
