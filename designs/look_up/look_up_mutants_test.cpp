// What those who get the look-up wrong do otherwise.
#include "designs/parts/mutant_testing.hpp"

#include <gtest/gtest.h>

namespace onceproof::designs {
namespace {

using namespace testing;

TEST(LookUpMutants, GetTheLookUpWrong) {
    exchange lost = twice();
    lost.setup.bank = downstream_options(false);
    lost.with("intent-1/api-1>acquirer/response", sim::injection(sim::primitive::lose));
    exchange stale = lost;
    stale.setup.bank.visible_after = 5s;
    expect_all({
        row("blind-reissue", lost, "503 201:ch_1 charged 1 takeovers 1",
            "503 201:ch_2 charged 2 takeovers 1"),
        row("stale-look-up-believed", stale, "503 503 charged 1 takeovers 1",
            "503 201:ch_2 charged 2 takeovers 1"),
    });
}

}  // namespace
}  // namespace onceproof::designs
