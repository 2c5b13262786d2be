// Hashes are part of the trace format: these values may change only with trace::format_version.
#include "sim/hash.hpp"

#include <gtest/gtest.h>

namespace onceproof::sim {
namespace {

// The first three numbers of the generator that its authors seed with 0.
TEST(Hash, ScramblesAsSplitMix64Does) {
    constexpr std::uint64_t gamma = 0x9e3779b97f4a7c15U;
    EXPECT_EQ(scramble(0), 0xe220a8397b1dcdafU);
    EXPECT_EQ(scramble(gamma), 0x6e789e6aa1b965f4U);
    EXPECT_EQ(scramble(2 * gamma), 0x06c45d188009454fU);
}

TEST(Hash, OfTwoValuesDependsOnTheirOrder) {
    EXPECT_EQ(mix(0, 0), 0xa706dd2f4d197e6fU);
    EXPECT_EQ(mix(1, 2), 0xbcd9dbb49673066bU);
    EXPECT_EQ(mix(2, 1), 0xe06dd043328bd285U);
}

// The inner numbers are test vectors of FNV-1a from its authors.
TEST(Hash, OfTextIsScrambledFnv1a) {
    EXPECT_EQ(hash_text(""), scramble(0xcbf29ce484222325U));
    EXPECT_EQ(hash_text("a"), scramble(0xaf63dc4c8601ec8cU));
    EXPECT_EQ(hash_text("foobar"), scramble(0x85944171f73967e8U));
    EXPECT_EQ(hash_text("foobar"), 0x5df295413403de4fU);
}

// `char` has a sign on some machines and none on others.
TEST(Hash, OfTextDoesNotDependOnTheSignOfChar) {
    EXPECT_EQ(hash_text("caf\xc3\xa9"), 0x78db240002221039U);
}

TEST(Hash, OfALiteralIsKnownWhenTheProgramIsCompiled) {
    constexpr literal response("response");
    static_assert(response.id() == hash_text("response"));
    EXPECT_EQ(response.text(), "response");
    EXPECT_TRUE(response == literal("response"));
    EXPECT_FALSE(response == literal("request"));
}

}  // namespace
}  // namespace onceproof::sim
