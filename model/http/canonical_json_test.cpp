// Canonical JSON, with the vectors of RFC 8785 that stay within integers.
#include "model/http/canonical_json.hpp"

#include <gtest/gtest.h>

namespace onceproof::model {
namespace {

std::string canonical(std::string_view text) {
    const parsed<std::string> result = canonical_json(text);
    return result ? *result : "error: " + result.error();
}

TEST(CanonicalJson, DropsBlanksAndKeepsTheOrderOfArrays) {
    EXPECT_EQ(canonical(" { \"a\" : [ 3 , 1 ,\n2 ] , \"b\":{ } } "), R"({"a":[3,1,2],"b":{}})");
    EXPECT_EQ(canonical("[true,false,null,[]]"), "[true,false,null,[]]");
    EXPECT_EQ(canonical(" \"x\" "), R"("x")");
}

TEST(CanonicalJson, SortsMembersAtEachLevel) {
    EXPECT_EQ(canonical(R"({"b":{"z":1,"a":2},"a":0})"), R"({"a":0,"b":{"a":2,"z":1}})");
    EXPECT_EQ(canonical(R"({"aa":1,"a":2,"":3})"), R"({"":3,"a":2,"aa":1})");
}

// RFC 8785, section 3.2.3: U+1F600 is D83D DE00 in UTF-16 and so comes before U+FB33.
TEST(CanonicalJson, SortsByUtf16CodeUnits) {
    EXPECT_EQ(canonical("{\"\\u20ac\":1,\"\\r\":2,\"\\ufb33\":3,\"1\":4,\"\\ud83d\\ude00\":5,"
                        "\"\\u0080\":6,\"\\u00f6\":7}"),
              "{\"\\r\":2,\"1\":4,\"\xC2\x80\":6,\"\xC3\xB6\":7,\"\xE2\x82\xAC\":1,"
              "\"\xF0\x9F\x98\x80\":5,\"\xEF\xAC\xB3\":3}");
}

// RFC 8785, section 3.2.2.2: the string of its example.
TEST(CanonicalJson, WritesTheShortestEscapes) {
    EXPECT_EQ(canonical("\"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\""),
              "\"\xE2\x82\xAC$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"");
    EXPECT_EQ(canonical(R"("\b\t\f\r\u001F\u007f")"), "\"\\b\\t\\f\\r\\u001f\x7F\"");
}

TEST(CanonicalJson, KnowsOneFormOfEachInteger) {
    EXPECT_EQ(canonical("[0,-0,-0.0,1.0,1e2,120e-1,-7]"), "[0,0,0,1,100,12,-7]");
    EXPECT_EQ(canonical("[9007199254740991,-9007199254740991]"),
              "[9007199254740991,-9007199254740991]");
}

TEST(CanonicalJson, RefusesNumbersThatAreNoExactIntegers) {
    const std::string error = "error: The body has a number that is no integer within 2^53 - 1";
    for (const char* text : {"9007199254740992", "-9007199254740992", "18446744073709551615",
                             "1e400", "1e16", "0.5", "-1.25", "1e-1"}) {
        EXPECT_EQ(canonical(text), error) << text;
    }
}

TEST(CanonicalJson, RefusesMembersThatComeTwice) {
    EXPECT_EQ(canonical(R"([{"a":1,"b":2,"\u0061":1}])"),
              R"(error: The body names the member "a" twice)");
}

TEST(CanonicalJson, RefusesWhatIsNotJson) {
    for (const char* text : {"", "{", "{\"a\":}", "nul", "\"\\ud800\"", "\"\xFF\"", "+1", "[1,]"}) {
        EXPECT_TRUE(canonical(text).starts_with("error: The body is not JSON: ")) << text;
    }
    EXPECT_EQ(canonical("{} {}"), "error: The body goes on after its JSON text");
    EXPECT_EQ(canonical("01"), "error: The body goes on after its JSON text");
}

}  // namespace
}  // namespace onceproof::model
