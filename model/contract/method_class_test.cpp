// Which operations may be repeated without a key.
#include "model/contract/method_class.hpp"

#include <gtest/gtest.h>

namespace onceproof::model {
namespace {

TEST(MethodClass, IsThatOfRfc9110) {
    for (const char* operation : {"GET /v1/charges/1", "HEAD /", "OPTIONS *", "TRACE /"}) {
        EXPECT_EQ(class_of(operation), method_class::read_only) << operation;
    }
    for (const char* operation : {"PUT /v1/orders/17", "DELETE /v1/orders/17"}) {
        EXPECT_EQ(class_of(operation), method_class::idempotent) << operation;
    }
    for (const char* operation : {"POST /v1/charges", "PATCH /v1/orders/17", "CHARGE /"}) {
        EXPECT_EQ(class_of(operation), method_class::repeat_unsafe) << operation;
    }
}

TEST(MethodClass, TakesWhatItDoesNotKnowForUnsafe) {
    for (const char* operation : {"", " GET /", "get /v1/charges/1", "GETS /", "PUT/v1/orders"}) {
        EXPECT_EQ(class_of(operation), method_class::repeat_unsafe) << operation;
    }
    EXPECT_EQ(class_of("GET"), method_class::read_only);
}

}  // namespace
}  // namespace onceproof::model
