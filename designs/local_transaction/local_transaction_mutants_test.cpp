// What those whose transaction is not one do otherwise.
#include "designs/parts/mutant_testing.hpp"

#include <gtest/gtest.h>

namespace onceproof::designs {
namespace {

using namespace testing;

TEST(LocalTransactionMutants, GetTheOneTransactionWrong) {
    expect_all({
        row("effect-before-key", dead("db commit"), "0 201:ch_1r! charged 1",
            "0 201:ch_2 charged 2"),
        row("key-before-effect", dead("db commit"), "0 201:ch_1r! charged 1",
            "0 201:ch_1r! charged 0"),
    });
}

}  // namespace
}  // namespace onceproof::designs
