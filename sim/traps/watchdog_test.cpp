// The watchdog ends what hangs and nothing else. These tests take real time: there is no other way
// to see what a limit of real time does.
#include "sim/traps/watchdog.hpp"

#include "sim/host.hpp"
#include "sim/process.hpp"
#include "sim/world.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <functional>

namespace onceproof::sim {
namespace {

using namespace std::chrono_literals;

// tidy: allow steady_clock: outside of any world, to measure what the watchdog does
using real_clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds limit = 400ms;

void keep_busy(duration span) {
    const real_clock::time_point end = real_clock::now() + span;
    while (real_clock::now() < end) {
    }
}

void hang_for_ever() {
    for (const volatile bool still = true; still;) {
    }
}

// Runs WHAT as the second step of a world, in a process, at 12 ms.
void run_in_process(const std::function<void()>& what) {
    world w({.seed = 7});
    process& p = w.add_host("shop").add_process("api-1", [&](incarnation&) { what(); });
    w.after(12ms, [&] { p.start(); });
    w.run();
}

void watchdog_scope(const std::function<void()>& what) {
    const watchdog dog(limit);
    what();
}

TEST(WatchdogDeathTest, EndsAProcessThatLoopsForEver) {
    const real_clock::time_point start = real_clock::now();
    EXPECT_EXIT(watchdog_scope([] { run_in_process(&hang_for_ever); }),
                ::testing::ExitedWithCode(1),
                "^onceproof: hung: process api-1 has not returned from step 2 at 12.000000 ms "
                "\\(seed 7\\) for 400 ms of real time\n$");
    EXPECT_GE(real_clock::now() - start, limit);
}

TEST(WatchdogDeathTest, EndsAScriptThatLoopsForEver) {
    EXPECT_EXIT(watchdog_scope([] {
                    world w({.seed = UINT64_MAX});
                    w.after(1s + 1ns, &hang_for_ever);
                    w.run();
                }),
                ::testing::ExitedWithCode(1),
                "the scenario's own script has not returned from step 1 at 1000.000001 ms "
                "\\(seed 18446744073709551615\\)");
}

TEST(WatchdogDeathTest, EndsAWorldThatHangsAfterOthersWereFine) {
    EXPECT_EXIT(watchdog_scope([] {
                    for (int i = 0; i < 10; ++i) {
                        run_in_process([] { keep_busy(5ms); });
                    }
                    run_in_process(&hang_for_ever);
                }),
                ::testing::ExitedWithCode(1), "hung: process api-1");
}

TEST(WatchdogDeathTest, ReportsAsItIsToldAndEndsWithTheGivenStatus) {
    const auto report = [](const hang& found) {
        const bool all = found.step == 2 && found.at.time_since_epoch() == 12ms &&
                         found.process == "api-1" && found.seed == 7 && found.limit == 50ms;
        const std::string_view text = all ? "all told" : "not all told";
        static_cast<void>(!write(STDERR_FILENO, text.data(), text.size()));
    };
    EXPECT_EXIT(
        {
            const watchdog dog(50ms, report, 3);
            run_in_process(&hang_for_ever);
        },
        ::testing::ExitedWithCode(3), "^all told$");
}

TEST(WatchdogDeathTest, SaysALimitInSecondsWhereItIsWhole) {
    EXPECT_EXIT(
        {
            watchdog::say({18, time_point(12ms), "api-1", 7, 10s});
            _exit(0);
        },
        ::testing::ExitedWithCode(0),
        "^onceproof: hung: process api-1 has not returned from step 18 at 12.000000 ms \\(seed "
        "7\\) "
        "for 10 s of real time\n$");
}

TEST(WatchdogDeathTest, IsAloneAndHasALimit) {
    EXPECT_DEATH(watchdog(0ms), "a limit is positive");
    const watchdog dog(limit);
    EXPECT_DEATH(watchdog(1s), "one watchdog is enough");
}

TEST(Watchdog, LeavesALongRunAloneThatProgresses) {
    const watchdog dog(limit);
    world w({});
    for (int i = 0; i < 100; ++i) {
        w.after(1ms, [] { keep_busy(10ms); });
    }
    EXPECT_EQ(w.run().steps, 100U);
}

// All of them have the same seed, hang about in the same step and may stand at the same address.
TEST(Watchdog, LeavesManyShortRunsAlone) {
    const watchdog dog(limit);
    for (int i = 0; i < 100; ++i) {
        run_in_process([] { keep_busy(10ms); });
    }
}

TEST(Watchdog, LeavesAWorldAloneThatIsIdleBetweenSteps) {
    const watchdog dog(limit);
    world w({});
    w.after(1ms, [] {});
    w.after(2ms, [] {});
    EXPECT_TRUE(w.step());
    keep_busy(2 * limit);
    EXPECT_TRUE(w.step());
}

TEST(Watchdog, IsDisarmedWhenDestroyedAndGivesTheSignalBack) {
    static volatile sig_atomic_t mine = 0;
    struct sigaction action{};
    action.sa_handler = [](int) { mine = mine + 1; };
    struct sigaction before{};
    ASSERT_EQ(sigaction(SIGALRM, &action, &before), 0);
    {
        const watchdog dog(20ms);
    }
    run_in_process([] { keep_busy(100ms); });
    EXPECT_EQ(mine, 0);
    raise(SIGALRM);
    EXPECT_EQ(mine, 1);
    sigaction(SIGALRM, &before, nullptr);
}

}  // namespace
}  // namespace onceproof::sim
