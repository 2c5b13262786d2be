// The contracts that are built in.
#include "model/contract/contracts.hpp"

#include "model/contract/contract_safety.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace onceproof::model {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

TEST(Contracts, AreNamedAsTheirFilesAndSorted) {
    ASSERT_EQ(contracts().size(), contract_files().size());
    for (std::size_t i = 0; i < contracts().size(); ++i) {
        EXPECT_EQ(contracts()[i].name, contract_files()[i].name);
    }
    EXPECT_TRUE(std::ranges::is_sorted(contracts(), {}, &contract::name));
}

TEST(Contracts, AreFoundByName) {
    ASSERT_NE(find_contract("paypal"), nullptr);
    EXPECT_EQ(find_contract("paypal")->name, "paypal");
    EXPECT_EQ(find_contract("elephants"), nullptr);
}

// The timing that scenarios are made for.
TEST(Contracts, StrictHasTheNumbersOfTheReferenceImplementation) {
    const contract& strict = *find_contract("strict");
    contract expected;
    expected.name = strict.name;
    expected.summary = strict.summary;
    expected.source = strict.source;
    expected.lease = 2s;
    expected.retention = 24h;
    expected.expired = after_expiry::told;
    expected.expired_status = 410;
    expected.keeps = kept_outcomes::not_retryable;
    expected.retry = retry_policy(300ms, 8, 30s, 50ms, 1s);
    expected.retry.budget = {10, 1, 1};
    expected.retry.breaker = {5, 10s};
    EXPECT_EQ(strict, expected);
}

TEST(Contracts, StrictHasNoDangers) {
    EXPECT_THAT(dangers(*find_contract("strict")), IsEmpty());
    EXPECT_THAT(remarks(*find_contract("strict")), IsEmpty());
}

TEST(Contracts, TheDraftIsUnsafeInNothing) {
    EXPECT_THAT(dangers(*find_contract("ietf-draft")), IsEmpty());
}

TEST(Contracts, ThoseThatRedoAfterExpiryAreFlagged) {
    EXPECT_THAT(dangers(*find_contract("stripe-v1")),
                ElementsAre(StartsWith("a key is forgotten after 24 h")));
    EXPECT_THAT(dangers(*find_contract("paypal")),
                ElementsAre(StartsWith("a key is forgotten after 6 h")));
    EXPECT_THAT(remarks(*find_contract("paypal")), SizeIs(1));
}

}  // namespace
}  // namespace onceproof::model
