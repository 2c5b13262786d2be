// What those who get the natural key wrong do otherwise.
#include "designs/parts/mutant_testing.hpp"

#include <gtest/gtest.h>

namespace onceproof::designs {
namespace {

using namespace testing;

TEST(NaturalKeyMutants, GetTheNaturalKeyWrong) {
    exchange again = twice();
    exchange other = twice(other_body());
    for (exchange* e : {&again, &other}) {
        e->under("natural-key").setup.schema += ledger_schema_with_natural_key;
    }
    expect_all({
        row("existing-is-an-error", again, "201:ch_1 201:ch_1r charged 1",
            "201:ch_1 400 charged 1"),
        row("existing-is-good-enough", other, "201:ch_1 422 charged 1",
            "201:ch_1 201:ch_1r! charged 1"),
    });
}

}  // namespace
}  // namespace onceproof::designs
