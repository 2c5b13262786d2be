// Fingerprints, compared with what sha256sum prints.
#include "model/http/fingerprint.hpp"

#include <gtest/gtest.h>

namespace onceproof::model {
namespace {

// printf 'POST\n/v1/charges\n{"amount":1}' | sha256sum
TEST(Fingerprint, IsSha256OfMethodTargetAndBody) {
    EXPECT_EQ(fingerprint("POST", "/v1/charges", R"({"amount":1})"),
              "ae2973f130d425dd9aeec319c7f99058426a9e9ad1d3dcdc5ef10e269733efec");
}

TEST(Fingerprint, DependsOnEachPartAndOnWhereItEnds) {
    const std::string one = fingerprint("POST", "/v1/charges", "{}");
    EXPECT_NE(fingerprint("PUT", "/v1/charges", "{}"), one);
    EXPECT_NE(fingerprint("POST", "/v1/refunds", "{}"), one);
    EXPECT_NE(fingerprint("POST", "/v1/charges", "[]"), one);
    EXPECT_NE(fingerprint("POST", "/v1/charges{", "}"), one);
}

}  // namespace
}  // namespace onceproof::model
