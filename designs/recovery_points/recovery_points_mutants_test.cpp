// What those who get the call downstream wrong do otherwise.
#include "designs/parts/mutant_testing.hpp"

#include <gtest/gtest.h>

namespace onceproof::designs {
namespace {

using namespace testing;

// The answer to the capture is lost: the second one, after that to the authorization.
TEST(RecoveryPointMutants, GetTheCallDownstreamWrong) {
    exchange lost = twice();
    lost.with("intent-1/api-1>acquirer/response#2", sim::injection(sim::primitive::lose));
    const std::string expected = "503 201:ch_2 charged 1 takeovers 1";
    const std::string twice_charged = "503 201:ch_3 charged 2 takeovers 1";
    expect_all({
        row("no-downstream-key", lost, expected, twice_charged),
        row("downstream-key-per-call", lost, expected, twice_charged),
        row("downstream-key-per-owner", lost, expected, twice_charged),
        row("unknown-is-failure", lost, expected, "402 402r charged 1"),
        row("unknown-is-success", lost, expected, "201:ch_1 201:ch_1r charged 1"),
    });
}

// To be told that it is done, though nothing is.
TEST(RecoveryPointMutants, TakeWhatNeverArrivedForDone) {
    exchange lost = twice();
    lost.with("intent-1/api-1>acquirer/request#2", sim::injection(sim::primitive::lose));
    expect_all({row("unknown-is-success", lost, "503 201:ch_2 charged 1 takeovers 1",
                    "201:ch_1 201:ch_1r charged 0")});
}

}  // namespace
}  // namespace onceproof::designs
