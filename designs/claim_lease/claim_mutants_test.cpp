// What those who get the claim of a key wrong, or its lease, do otherwise.
#include "designs/parts/mutant_testing.hpp"

#include <gtest/gtest.h>

namespace onceproof::designs {
namespace {

using namespace testing;

TEST(ClaimMutants, ClaimTooLateOrNowhere) {
    expect_all({
        row("check-then-act", asleep("db begin", 1s, 100ms), "201:ch_1 201:ch_1r charged 1",
            "201:ch_1 201:ch_2 charged 2"),
        row("claim-after-work", asleep("db begin", 1s, 100ms), "201:ch_1 201:ch_1r charged 1",
            "201:ch_1 201:ch_2 charged 2"),
        row("claim-in-memory", twice(charge("k1"), 81), "201:ch_1 201:ch_1r charged 1",
            "201:ch_1 201:ch_2 charged 2"),
        row("lost-insert-is-an-error", twice(), "201:ch_1 201:ch_1r charged 1",
            "201:ch_1 503 charged 1"),
    });
}

TEST(ClaimMutants, GetTheScopeWrong) {
    expect_all({
        row("key-without-tenant", twice(charge("k1", order_17, "shop-2")),
            "201:ch_1 201:ch_2 charged 2", "201:ch_1 201:ch_1r charged 1"),
        row("key-without-operation", twice(to("POST", "/v1/refunds", order_17)),
            "201:ch_1 201:re_2 charged 2", "201:ch_1 422 charged 1"),
        row("body-in-key", twice(other_body()), "201:ch_1 422 charged 1",
            "201:ch_1 201:ch_2 charged 2"),
    });
}

TEST(ClaimMutants, GetTheLeaseWrong) {
    exchange set_back = asleep("db commit", 10s, 3s);
    set_back.meanwhile = [](server_world& t) { t.w.after(1s, [&t] { t.api.jump_clock(-1h); }); };
    expect_all({
        row("claim-without-lease", asleep("db commit", 10s, 3s),
            "409 201:ch_1 charged 1 takeovers 1", "201:ch_1 409 charged 1"),
        row("lease-shorter-than-work", asleep("db commit", 1s, 500ms), "201:ch_1 409 charged 1",
            "409 201:ch_1 charged 1 takeovers 1"),
        row("lease-from-the-future", set_back, "409 201:ch_1 charged 1 takeovers 1",
            "201:ch_1 409 charged 1"),
    });
}

// Of two heirs the first sleeps between its look and its takeover.
TEST(ClaimMutants, TakeOverWhatHasBeenTakenOver) {
    exchange heirs = asleep("db commit", 10s, 3s);
    heirs.visits.emplace_back(3500ms, charge("k1"), 82);
    heirs.with("intent-2/api-2/db commit", sim::injection(sim::primitive::stall, 1s));
    expect_all({row("takeover-without-compare", heirs, "409 409 201:ch_1 charged 1 takeovers 1",
                    "409 409 201:ch_1 charged 1 takeovers 2")});
}

TEST(ClaimMutants, GetTheDuplicateInFlightWrong) {
    exchange third = asleep("db commit", 1s, 500ms);
    third.visits.emplace_back(600ms, charge("k1"), 82);
    exchange waiting = asleep("db commit", 1s, 100ms);
    expect_all({
        row("refused-duplicate-cleans-up", third, "201:ch_1 409 409 charged 1",
            "409 409 201:ch_1 charged 1"),
        row("in-flight-is-a-rejection", asleep("db commit", 1s, 500ms), "201:ch_1 409 charged 1",
            "201:ch_1 400 charged 1"),
        row("wait-then-work", waiting.under("strict-waiting"), "201:ch_1 409 charged 1",
            "409 201:ch_1 charged 1 takeovers 1"),
    });
}

}  // namespace
}  // namespace onceproof::designs
