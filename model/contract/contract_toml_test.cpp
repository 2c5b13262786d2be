// Contracts as TOML: read, refused in one sentence, and written so that they mean the same.
#include "model/contract/contract_toml.hpp"

#include "base/toml_testing.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace onceproof::model {
namespace {

using namespace std::chrono_literals;
using duration = contract::duration;

const std::string head = "name = \"c\"\nsummary = \"s\"\nsource = \"u\"\n";  // three lines

// Each other than if it were missing, but for fingerprint.of, which fields need.
constexpr const char* every_member = R"(
[scope]
tenant = false
operation = false
[key]
header = "X-Key"
format = "bare"
length_max = 64
[fingerprint]
of = "canonical"
fields = ["amount", "currency"]
mismatch_status = 400
[in_flight]
answer = "wait"
wait_max = "200ms"
status = 425
retry_after = "2min"
[outcomes]
kept = "successes"
[replay]
of = "latest state"
headers = []
marker = ""
[lease]
lasts = "5s"
[expiry]
after = "10min"
answer = "redone"
status = 422
[retry]
attempt_timeout = "1s"
attempts_max = 3
elapsed_max = "20s"
backoff_base = "10ms"
backoff_max = "10s"
retry_after_max = "3s"
[retry.budget]
tokens_max = 500
retry_costs = 5
success_earns = 1
[retry.breaker]
failures_to_open = 4
open_for = "30s"
)";

contract some_contract() {
    contract c;
    c.name = "c";
    c.summary = "s";
    c.source = "u";
    return c;
}

std::string refusal_of(const std::string& text) {
    return base::refusal_by(read_contract, text);
}

std::string refusal(const std::string& rest) {
    return refusal_of(head + rest);
}

TEST(ContractToml, TakesTheDefaultsForWhatIsMissing) {
    EXPECT_EQ(read_contract(head), some_contract());
}

TEST(ContractToml, ReadsEachMember) {
    const contract c = read_contract(head + every_member);
    contract expected = some_contract();
    expected.scope_has_tenant = expected.scope_has_operation = false;
    expected.key_header = "X-Key";
    expected.format = key_format::bare;
    expected.key_length_max = 64;
    expected.fingerprint_fields = {"amount", "currency"};
    expected.mismatch_status = 400;
    expected.in_flight = in_flight_answer::wait;
    expected.wait_max = 200ms;
    expected.in_flight_status = 425;
    expected.retry_after = 120s;
    expected.keeps = kept_outcomes::successes;
    expected.replay = replay_of::latest_state;
    expected.replayed_headers.clear();
    expected.replay_marker.clear();
    expected.lease = 5s;
    expected.retention = 10min;
    expected.expired = after_expiry::redone;
    expected.expired_status = 422;
    expected.retry = retry_policy(1s, 3, 20s, 10ms, 10s);
    expected.retry.retry_after_max = 3s;
    expected.retry.budget.tokens_max = 500;
    expected.retry.budget.retry_costs = 5;
    expected.retry.budget.success_earns = 1;
    expected.retry.breaker.failures_to_open = 4;
    expected.retry.breaker.open_for = 30s;
    EXPECT_EQ(c, expected);
}

TEST(ContractToml, KnowsTheWordsOfEachChoice) {
    const auto fingerprint = [](std::string_view word) {
        return read_contract(fmt::format("{}[fingerprint]\nof = '{}'", head, word)).fingerprint;
    };
    EXPECT_EQ(fingerprint("canonical"), fingerprint_of::canonical);
    EXPECT_EQ(fingerprint("raw"), fingerprint_of::raw);
    EXPECT_EQ(fingerprint("nothing"), fingerprint_of::nothing);
    const auto format = [](std::string_view word) {
        return read_contract(fmt::format("{}[key]\nformat = '{}'", head, word)).format;
    };
    EXPECT_EQ(format("quoted"), key_format::quoted);
    EXPECT_EQ(format("either"), key_format::either);
    const auto kept = [](std::string_view word) {
        return read_contract(fmt::format("{}[outcomes]\nkept = '{}'", head, word)).keeps;
    };
    EXPECT_EQ(kept("all"), kept_outcomes::all);
    EXPECT_EQ(kept("not retryable"), kept_outcomes::not_retryable);
    EXPECT_EQ(kept("redriven"), kept_outcomes::redriven);
}

TEST(ContractToml, RefusesNamesThatMeanNothing) {
    EXPECT_EQ(refusal("[scope]\n  tennant = true"),
              "5:3: a contract has no 'scope.tennant', did you mean 'scope.tenant'?");
    EXPECT_EQ(refusal("retention = \"1h\""), "4:1: a contract has no 'retention'");
    EXPECT_EQ(refusal("[retry.budgets]\ntokens_max = 1"),
              "4:8: a contract has no 'retry.budgets', did you mean 'retry.budget'?");
    EXPECT_EQ(refusal("\"scope.tenant\" = true"),
              "4:1: no name in a contract has a dot within quotes");
    EXPECT_EQ(refusal("scope = 1"), "4:1: 'scope' is a table: expected [scope]");
    EXPECT_EQ(refusal("[[retry.budget]]"),
              "4:9: 'retry.budget' is a table: expected [retry.budget]");
}

// A misspelt name is both missing and unknown: the second says what to do.
TEST(ContractToml, NeedsNameSummaryAndSource) {
    EXPECT_EQ(refusal_of("summary = \"s\"\nsource = \"u\""),
              "1:1: a contract has a member 'name', which is missing here");
    EXPECT_EQ(refusal_of("name = \"c\"\nsummery = \"s\"\nsource = \"u\""),
              "2:1: a contract has no 'summery', did you mean 'summary'?");
    EXPECT_EQ(refusal_of("name = \"c\"\nsummary = \"\"\nsource = \"u\""),
              "2:11: the summary is empty");
    EXPECT_EQ(refusal_of("name = \"c\"\nsummary = \"s\""),
              "1:1: a contract has a member 'source', which is missing here");
}

TEST(ContractToml, RefusesValuesOfTheWrongType) {
    EXPECT_EQ(refusal("[scope]\ntenant = \"yes\""), "5:10: scope.tenant is true or false");
    EXPECT_EQ(refusal("[key]\nheader = 1"), "5:10: key.header is a string");
    EXPECT_EQ(refusal("[replay]\nheaders = \"Location\""), "5:11: replay.headers are a list");
    EXPECT_EQ(refusal("[replay]\nheaders = [1]"), "5:12: each of replay.headers is a string");
    EXPECT_EQ(refusal("[key]\nlength_max = \"64\""),
              "5:14: key.length_max is a number from 0 to 10000");
    EXPECT_EQ(refusal("[lease]\nlasts = 2"), "5:9: lease.lasts is a string");
}

TEST(ContractToml, RefusesWordsThatAreNoChoice) {
    EXPECT_EQ(
        refusal("[fingerprint]\nof = \"canonicl\""),
        "5:6: fingerprint.of is one of 'canonical', 'raw', 'nothing'; not 'canonicl', did you "
        "mean 'canonical'?");
}

TEST(ContractToml, RefusesNumbersOutOfRange) {
    EXPECT_EQ(refusal("[key]\nlength_max = 0"), "5:14: key.length_max is at least 1");
    EXPECT_EQ(refusal("[expiry]\nstatus = 399"), "5:10: expiry.status is at least 400");
    EXPECT_EQ(refusal("[expiry]\nstatus = 600"), "5:10: expiry.status is a number from 0 to 599");
    EXPECT_EQ(refusal("[retry]\nattempts_max = 0"), "5:16: retry.attempts_max is at least 1");
    EXPECT_EQ(refusal("[retry]\nattempts_max = -1"),
              "5:16: retry.attempts_max is a number from 0 to 1000");
    EXPECT_EQ(refusal("[retry.budget]\nretry_costs = 0"),
              "5:15: retry.budget.retry_costs is at least 1");
}

TEST(ContractToml, RefusesBadDurations) {
    EXPECT_EQ(refusal("[lease]\nlasts = \"2 s\""),
              "5:9: lease.lasts is a number with a unit, such as \"20ms\" or \"1h\", at most 1000 "
              "days; not '2 s'");
    EXPECT_EQ(refusal("[lease]\nlasts = \"0s\""), "5:9: lease.lasts is above 0");
    EXPECT_EQ(refusal("[retry]\nbackoff_base = \"-1s\""),
              "5:16: retry.backoff_base is not negative");
    EXPECT_EQ(refusal("[in_flight]\nretry_after = \"1500ms\""),
              "5:15: in_flight.retry_after is in whole seconds, as in HTTP");
}

TEST(ContractToml, RefusesTextsThatWouldBreakWhatTheyStandIn) {
    EXPECT_EQ(refusal_of("name = \"c\"\nsummary = \"a\\nb\"\nsource = \"u\""),
              "2:11: summary is one line of text, without control characters");
    EXPECT_EQ(refusal_of("name = \"A/b\"\nsummary = \"s\"\nsource = \"u\""),
              "1:8: a name is made of small letters, digits and hyphens");
    EXPECT_EQ(refusal("[key]\nheader = \"X: y\""), "5:10: 'X: y' is not the name of a header");
    EXPECT_EQ(refusal("[replay]\nheaders = [\"A\", \"\"]"), "5:17: expected a name");
    EXPECT_EQ(refusal("[replay]\nheaders = [\"A\", \"A\"]"), "5:17: this name is listed twice");
    EXPECT_EQ(refusal("[replay]\nmarker = \"a b\""), "5:10: 'a b' is not the name of a header");
}

TEST(ContractToml, RefusesWhatTogetherMeansNothing) {
    EXPECT_EQ(refusal("[in_flight]\nanswer = \"wait\""),
              "5:10: to wait needs a wait_max, such as \"200ms\"");
    EXPECT_EQ(refusal("[in_flight]\nwait_max = \"1s\""),
              "5:12: nobody waits unless the answer is 'wait'");
    EXPECT_EQ(refusal("[fingerprint]\nof = \"raw\"\nfields = [\"amount\"]"),
              "6:10: only a canonical fingerprint is of fields");
    EXPECT_EQ(refusal("[retry]\nbackoff_base = \"11s\""),
              "5:16: backoff_base, 11s, is longer than backoff_max, 10s");
    EXPECT_EQ(refusal("[retry]\nbackoff_max = \"1ms\""),
              "5:15: backoff_base, 100ms, is longer than backoff_max, 1ms");
    EXPECT_EQ(refusal("[retry.budget]\ntokens_max = 3\nretry_costs = 4"),
              "6:15: a retry that costs 4 is never paid for from at most 3");
    EXPECT_EQ(refusal("[retry.breaker]\nfailures_to_open = 3"),
              "4:1: a breaker has both failures_to_open and open_for");
}

rc::Gen<duration> spans(std::int64_t least) {
    return rc::gen::map(rc::gen::inRange<std::int64_t>(least, 1'000'000'000'000'000),
                        [](std::int64_t n) { return duration(n); });
}

rc::Gen<std::string> header_names() {
    return rc::gen::nonEmpty(
        rc::gen::container<std::string>(rc::gen::elementOf(std::string("aZ09-!~"))));
}

retry_policy any_retry_policy() {
    retry_policy r;
    r.attempt_timeout = *spans(1);
    r.attempts_max = *rc::gen::inRange<std::uint32_t>(1, 1001);
    r.elapsed_max = *spans(1);
    r.backoff_base = *spans(0);
    r.backoff_max = r.backoff_base + *spans(0);
    r.retry_after_max = *spans(0);
    r.budget.retry_costs = *rc::gen::inRange<std::uint32_t>(1, 1000);
    r.budget.tokens_max = *rc::gen::element(0U, r.budget.retry_costs, r.budget.retry_costs + 7);
    r.budget.success_earns = *rc::gen::inRange<std::uint32_t>(0, 1000);
    if (*rc::gen::arbitrary<bool>()) {
        r.breaker.failures_to_open = *rc::gen::inRange<std::uint32_t>(1, 1000);
        r.breaker.open_for = *spans(1);
    }
    return r;
}

// Texts are of what TOML and JSON escape, and of more than one byte.
contract any_contract() {
    const auto texts = rc::gen::nonEmpty(
        rc::gen::container<std::string>(rc::gen::elementOf(std::string("a Z\"\\'#=[]"))));
    contract c = some_contract();
    c.summary = *texts + "\xC3\xA9";
    c.source = *texts;
    c.scope_has_tenant = *rc::gen::arbitrary<bool>();
    c.scope_has_operation = *rc::gen::arbitrary<bool>();
    c.key_header = *header_names();
    c.format = *rc::gen::element(key_format::quoted, key_format::bare, key_format::either);
    c.key_length_max = *rc::gen::inRange<std::uint32_t>(1, 10'001);
    c.fingerprint =
        *rc::gen::element(fingerprint_of::canonical, fingerprint_of::raw, fingerprint_of::nothing);
    if (c.fingerprint == fingerprint_of::canonical) {
        c.fingerprint_fields = *rc::gen::unique<std::vector<std::string>>(texts);
    }
    c.mismatch_status = *rc::gen::inRange(400U, 600U);
    c.in_flight = *rc::gen::element(in_flight_answer::reject, in_flight_answer::wait);
    c.wait_max = c.in_flight == in_flight_answer::wait ? *spans(1) : duration();
    c.in_flight_status = *rc::gen::inRange(400U, 600U);
    c.retry_after = std::chrono::seconds(*rc::gen::inRange(0, 1'000'000));
    c.keeps = *rc::gen::element(kept_outcomes::all, kept_outcomes::successes,
                                kept_outcomes::not_retryable, kept_outcomes::redriven);
    c.replay = *rc::gen::element(replay_of::stored, replay_of::latest_state);
    c.replayed_headers = *rc::gen::unique<std::vector<std::string>>(header_names());
    c.replay_marker = *rc::gen::element(std::string(), *header_names());
    c.lease = *spans(1);
    c.retention = *spans(1);
    c.expired = *rc::gen::element(after_expiry::told, after_expiry::redone);
    c.expired_status = *rc::gen::inRange(400U, 600U);
    c.retry = any_retry_policy();
    return c;
}

RC_GTEST_PROP(ContractToml, MeansTheSameWhenWrittenAndReadAgain, ()) {
    const contract c = any_contract();
    RC_ASSERT(read_contract(to_toml(c)) == c);
}

}  // namespace
}  // namespace onceproof::model
