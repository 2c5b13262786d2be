// The forms of an Idempotency-Key header, good and bad.
#include "model/http/idempotency_key.hpp"

#include <gtest/gtest.h>

namespace onceproof::model {
namespace {

std::string key_read_from(std::string_view header_value) {
    const parsed<std::string> key = parse_idempotency_key(header_value);
    return key ? *key : "error: " + key.error();
}

TEST(IdempotencyKey, IsTheSameQuotedAndBare) {
    EXPECT_EQ(key_read_from("\"8e03978e-40d5-43dd-bc93-6894a57f9324\""),
              "8e03978e-40d5-43dd-bc93-6894a57f9324");
    EXPECT_EQ(key_read_from("8e03978e-40d5-43dd-bc93-6894a57f9324"),
              "8e03978e-40d5-43dd-bc93-6894a57f9324");
    EXPECT_EQ(key_read_from(" \t\"k\" "), "k");
    EXPECT_EQ(key_read_from(" k\t"), "k");
}

TEST(IdempotencyKey, KeepsCaseBlanksAndEscapedCharacters) {
    EXPECT_EQ(key_read_from(R"("A b")"), "A b");
    EXPECT_EQ(key_read_from(R"("a\"b\\c,;")"), R"(a"b\c,;)");
    EXPECT_EQ(key_read_from(R"(a\b)"), R"(a\b)");
    for (const char* key : {"k", "a b", R"(a"b\c)"}) {
        EXPECT_EQ(key_read_from(quote_idempotency_key(key)), key);
    }
}

TEST(IdempotencyKey, IgnoresParameters) {
    EXPECT_EQ(key_read_from(R"("k";v=1; w="a;\"b" ;x)").substr(0, 6),
              "error:");  // no blank before `;`
    EXPECT_EQ(key_read_from(R"("k";v=1; w="a;\"b";*x-1)"), "k");
    for (const char* text : {R"("k" x)", R"("k"x)", R"("k";)", R"("k";V=1)", R"("k";v=)",
                             R"("k", "l")", R"("k";v="a)"}) {
        EXPECT_EQ(key_read_from(text),
                  "error: Something other than parameters follows the quoted key")
            << text;
    }
}

TEST(IdempotencyKey, RefusesTheEmptyAndTheLong) {
    const std::string longest(255, 'k');
    EXPECT_EQ(key_read_from(""), "error: The key is empty");
    EXPECT_EQ(key_read_from("  "), "error: The key is empty");
    EXPECT_EQ(key_read_from(R"("")"), "error: The key is empty");
    EXPECT_EQ(key_read_from(longest), longest);
    EXPECT_EQ(key_read_from('"' + longest + '"'), longest);
    EXPECT_EQ(key_read_from(longest + 'k'), "error: The key is longer than 255 characters");
    EXPECT_EQ(key_read_from('"' + longest + "k\""), "error: The key is longer than 255 characters");
}

TEST(IdempotencyKey, RefusesWhatIsNotPrintableAscii) {
    for (const std::string_view text : {"a\x01z", "\"a\nb\"", "a\x7F", "a\tb", "\xC3\xA4"}) {
        EXPECT_EQ(key_read_from(text),
                  "error: The key has a character that is not printable ASCII");
    }
}

TEST(IdempotencyKey, RefusesQuotesThatDoNotMatch) {
    for (const char* text : {R"(")", R"("k)", R"("k\)", R"("k\")", R"("k\n")"}) {
        EXPECT_EQ(key_read_from(text), "error: The key's quotes or escapes do not match") << text;
    }
}

TEST(IdempotencyKey, RefusesABareKeyThatNeedsQuotes) {
    for (const char* text : {"a b", "k1,k2", "k;v=1", "a\"b"}) {
        EXPECT_EQ(key_read_from(text),
                  "error: A key with a blank, a comma, a semicolon or a quote must be quoted");
    }
}

}  // namespace
}  // namespace onceproof::model
