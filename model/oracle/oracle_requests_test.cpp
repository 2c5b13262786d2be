// Two requests beside each other: what is said of their difference.
#include "model/oracle/oracle_requests.hpp"

#include <gtest/gtest.h>

namespace onceproof::model::oracle {
namespace {

constexpr std::string_view asked = R"(POST /v1/charges {"amount":1250,"reference":"order-1"})";

TEST(OracleRequests, SaysInWhatTheyDiffer) {
    EXPECT_EQ(
        describe_difference(asked, R"(POST /v1/charges {"amount":1299,"reference":"order-1"})"),
        "its `amount` is 1299 and was 1250");
    EXPECT_EQ(describe_difference(asked, R"(POST /v1/charges {"amount":1250})"),
              "it has no `reference`");
    EXPECT_EQ(describe_difference(R"(POST /v1/charges {"amount":1250})", asked),
              "it has a `reference` as well");
    EXPECT_EQ(describe_difference(asked, "POST /v1/charges "), "it has no body");
    EXPECT_EQ(describe_difference(asked, "POST /v1/charges"), "it has no body");
    EXPECT_EQ(describe_difference(asked, "POST /v1/charges {"), "its body has other bytes");
    EXPECT_EQ(describe_difference(asked, R"(POST /v1/refunds {"amount":1250})"),
              "it is POST /v1/refunds and was POST /v1/charges");
}

seen_attempt sends(std::string_view bytes) {
    seen_attempt a;
    a.sent = bytes;
    return a;
}

TEST(OracleRequests, FindsAHeaderThatIsOtherwise) {
    const seen_attempt first = sends("POST / HTTP/1.1\r\nHost: api\r\nPrefer: a\r\n\r\n");
    const auto other_than_first = [&](std::string_view bytes) {
        return find_other_header(first, sends(bytes));
    };
    EXPECT_EQ(other_than_first("POST / HTTP/1.1\r\nPrefer: a\r\nHost: api\r\n\r\n{}"), "");
    EXPECT_EQ(other_than_first("POST / HTTP/1.1\r\nHost: api\r\nPrefer: b\r\n\r\n"), "Prefer");
    EXPECT_EQ(other_than_first("POST / HTTP/1.1\r\nPrefer: a\r\n\r\n"), "Host");
    EXPECT_EQ(other_than_first("POST / HTTP/1.1\r\nPrefer"), "") << "it did not go whole";
    EXPECT_EQ(other_than_first(""), "") << "it did not go at all";
}

}  // namespace
}  // namespace onceproof::model::oracle
