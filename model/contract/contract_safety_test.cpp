// Each danger and remark: told with its numbers, and not told where the contract is sound.
#include "model/contract/contract_safety.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::model {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

contract sound() {
    contract c;
    c.retry = retry_policy(300ms, 8, 30s, 50ms, 1s);
    return c;
}

TEST(ContractSafety, HasNothingAgainstASoundContract) {
    EXPECT_THAT(dangers(sound()), IsEmpty());
    EXPECT_THAT(remarks(sound()), IsEmpty());
    EXPECT_THAT(dangers(contract()), IsEmpty());
    EXPECT_THAT(remarks(contract()), IsEmpty());
}

TEST(ContractSafety, WarnsOfARetentionShorterThanTheRetryHorizon) {
    contract c = sound();
    c.retention = 30s - 1ns;
    ASSERT_EQ(dangers(c).size(), 1U);
    c.retention = 10s;
    EXPECT_THAT(dangers(c),
                ElementsAre("a record is kept for 10 s, but a retry may come up to 30 s after the "
                            "first attempt, and then learns that the key has expired, not what "
                            "came of it"));
    c.expired = after_expiry::redone;
    EXPECT_THAT(dangers(c),
                ElementsAre("a record is kept for 10 s, but a retry may come up to 30 s "
                            "after the first attempt, and then takes effect again"));
    c.expired = after_expiry::told;
    c.retention = 30s;
    EXPECT_THAT(dangers(c), IsEmpty());
}

TEST(ContractSafety, WarnsOfExpiryThatRedoes) {
    contract c = sound();
    c.expired = after_expiry::redone;
    EXPECT_THAT(dangers(c),
                ElementsAre("a key is forgotten after 24 h: the client gives up before, 30 s after "
                            "its first attempt, but whoever sends the request later takes effect "
                            "again"));
}

TEST(ContractSafety, WarnsOfAMissingFingerprint) {
    contract c = sound();
    c.fingerprint = fingerprint_of::nothing;
    EXPECT_THAT(dangers(c), ElementsAre("there is no fingerprint: another request under a key is "
                                        "not done, and gets the first one's answer"));
}

TEST(ContractSafety, WarnsOfAScopeWithoutTenant) {
    contract c = sound();
    c.scope_has_tenant = false;
    EXPECT_THAT(dangers(c),
                ElementsAre("a key is not of a tenant: two tenants with the same key get each "
                            "other's answers, or are refused for what the other did"));
}

TEST(ContractSafety, TellsAnOperationThatOnlyTheFingerprintCoversFromOneThatNothingDoes) {
    contract c = sound();
    c.scope_has_operation = false;
    EXPECT_THAT(dangers(c), IsEmpty());
    EXPECT_THAT(remarks(c), ElementsAre("a key is not of an operation: one that comes to a second "
                                        "operation is refused with 422"));
    c.fingerprint = fingerprint_of::raw;
    EXPECT_THAT(dangers(c),
                ElementsAre("a key is not of an operation, and the fingerprint does not tell one "
                            "from another: a key that comes to a second operation gets the answer "
                            "of the first"));
    EXPECT_EQ(remarks(c).size(), 1U);  // that it is raw
}

TEST(ContractSafety, WarnsOfAnInFlightAnswerThatIsTakenForFinal) {
    contract c = sound();
    c.in_flight_status = 422;
    EXPECT_THAT(dangers(c), ElementsAre("a duplicate in flight is answered 422, which a client "
                                        "takes for final: it is told of a failure while the first "
                                        "attempt takes effect"));
    for (const unsigned status : {409U, 429U, 500U, 503U}) {
        c.in_flight_status = status;
        EXPECT_THAT(dangers(c), IsEmpty()) << status;
    }
}

TEST(ContractSafety, WarnsOfARetryAfterThatTheClientDoesNotWaitFor) {
    contract c = sound();
    c.retry.retry_after_max = 1s;
    EXPECT_THAT(dangers(c), IsEmpty());
    c.retry_after = 2s;
    EXPECT_THAT(dangers(c), ElementsAre("a duplicate in flight is told to come back after 2 s, but "
                                        "the client waits 1 s at most: it gives up, and what came "
                                        "of its intent stays unknown"));
}

TEST(ContractSafety, WarnsOfFinalAnswersThatAreNotKept) {
    contract c = sound();
    for (const kept_outcomes not_all : {kept_outcomes::successes, kept_outcomes::redriven}) {
        c.keeps = not_all;
        EXPECT_THAT(dangers(c),
                    ElementsAre("an answer such as 402 is final to the client, but is not kept: a "
                                "late duplicate may take effect after the client was told that it "
                                "was refused"));
    }
}

TEST(ContractSafety, WarnsOfALeaseThatOutlivesTheClientsPatience) {
    contract c = sound();
    c.lease = 30s;
    EXPECT_THAT(dangers(c), ElementsAre("a claim is honoured for 30 s without news, but the client "
                                        "gives up within 30 s: if its owner is killed, what came "
                                        "of the intent stays unknown"));
    c.lease = 10s;
    EXPECT_THAT(dangers(c), IsEmpty());
    EXPECT_THAT(remarks(c),
                ElementsAre("a claim is honoured for 10 s without news, and with the shortest "
                            "pauses the last of 8 attempts begins 6 s after the first: a killed "
                            "owner can leave the outcome unknown"));
    c.in_flight = in_flight_answer::wait;
    c.wait_max = 100ms;
    c.lease = 6600ms;
    EXPECT_THAT(remarks(c), IsEmpty());
}

TEST(ContractSafety, WarnsOfARecordThatExpiresUnderItsClaim) {
    contract c = sound();
    c.retry.elapsed_max = 3s;
    c.retention = 3s;
    EXPECT_THAT(dangers(c), IsEmpty());
    c.lease = 3s;
    EXPECT_THAT(dangers(c), ::testing::Contains("a record is kept for 3 s, but a claim is honoured "
                                                "for 3 s: a key may expire while the work under it "
                                                "goes on"));
}

TEST(ContractSafety, RemarksOnWhatTheFingerprintLeavesOut) {
    contract c = sound();
    c.fingerprint_fields = {"amount", "currency"};
    EXPECT_THAT(remarks(c), ElementsAre("the fingerprint is of amount, currency alone: a request "
                                        "that differs elsewhere gets the first one's answer"));
    c.fingerprint_fields.clear();
    c.fingerprint = fingerprint_of::raw;
    EXPECT_THAT(remarks(c), ElementsAre("the fingerprint is of raw bytes: a retry that writes its "
                                        "members in another order is refused with 422"));
}

TEST(ContractSafety, RemarksOnRefusalsThatAreTriedAgain) {
    contract c = sound();
    c.mismatch_status = 409;
    c.expired_status = 503;
    EXPECT_THAT(
        remarks(c),
        ElementsAre("another request under a key is answered 409, upon which a client tries "
                    "again, up to 8 times in vain",
                    "an expired key is answered 503, upon which a client tries again, up "
                    "to 8 times in vain"));
    c.mismatch_status = 422;
    c.expired = after_expiry::redone;  // then no key is answered so
    EXPECT_THAT(remarks(c), IsEmpty());
}

TEST(ContractSafety, RemarksOnReplaysThatDiffer) {
    contract c = sound();
    c.replay = replay_of::latest_state;
    EXPECT_THAT(remarks(c),
                ElementsAre("a replay tells the latest state: two answers to one intent "
                            "may differ, so they are not compared byte for byte"));
}

TEST(ContractSafety, RemarksOnErrorsThatAreKept) {
    contract c = sound();
    c.keeps = kept_outcomes::all;
    EXPECT_THAT(remarks(c),
                ElementsAre("a 5xx is kept for 24 h: each of up to 8 attempts gets it again, and "
                            "what came of the intent stays unknown to the client"));
}

TEST(ContractSafety, RemarksOnAttemptsThatOutlastTheLease) {
    contract c = sound();
    c.retry.attempt_timeout = 2s;
    EXPECT_THAT(remarks(c), IsEmpty());
    c.retry.attempt_timeout = 3s;
    EXPECT_THAT(remarks(c),
                ElementsAre("an attempt may take 3 s, but its claim is honoured for 2 s: a slow "
                            "owner is taken over while it works, which only a fenced effect makes "
                            "harmless"));
}

TEST(ContractSafety, RemarksOnWaitsThatNobodySeesTheEndOf) {
    contract c = sound();
    c.in_flight = in_flight_answer::wait;
    c.wait_max = 200ms;
    EXPECT_THAT(remarks(c), IsEmpty());
    c.wait_max = 300ms;
    EXPECT_THAT(remarks(c), ElementsAre("a duplicate in flight waits up to 300 ms, but the client "
                                        "gives up on an attempt after 300 ms"));
}

}  // namespace
}  // namespace onceproof::model
