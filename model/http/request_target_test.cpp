// What is put into a target comes out of it.
#include "model/http/request_target.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace onceproof::model {
namespace {

TEST(RequestTarget, IsAPathAndAQuery) {
    EXPECT_EQ(path_of("/v1/captures"), "/v1/captures");
    EXPECT_EQ(path_of("/v1/captures?reference=a?b"), "/v1/captures");
    EXPECT_EQ(path_of("?"), "");
}

TEST(RequestTarget, HasTheFirstMemberOfEachName) {
    const std::string_view target = "/a?b=1&c=&b=2&d&e==x&%62=3";
    EXPECT_EQ(query_value(target, "b"), "1");
    EXPECT_EQ(query_value(target, "c"), "");
    EXPECT_EQ(query_value(target, "d"), std::nullopt);
    EXPECT_EQ(query_value(target, "e"), "=x");
    EXPECT_EQ(query_value(target, "a"), std::nullopt);
    EXPECT_EQ(query_value("/a", "b"), std::nullopt);
    EXPECT_EQ(query_value("/a?", "b"), std::nullopt);
    EXPECT_EQ(query_value("/b=1", "b"), std::nullopt);
}

TEST(RequestTarget, IsDecodedStrictly) {
    EXPECT_EQ(percent_decoded("a%20%2f+"), "a /+");
    for (const char* const wrong : {"%", "%2", "%2g", "%g2", "%+1", "%-1", "% 1", "a%"}) {
        EXPECT_EQ(percent_decoded(wrong), std::nullopt) << wrong;
    }
    EXPECT_EQ(query_value("/a?b=%", "b"), std::nullopt);
}

RC_GTEST_PROP(RequestTarget, GivesBackWhatWasPutIn, (const std::string& text)) {
    const std::string encoded = percent_encoded(text);
    RC_ASSERT(percent_decoded(encoded) == text);
    RC_ASSERT(query_value("/a?x=1&b=" + encoded + "&c=2", "b") == text);
    RC_ASSERT(encoded.find_first_of("/?&= #\r\n") == std::string::npos);
}

}  // namespace
}  // namespace onceproof::model
