// `sim::timer` waits as `asio::steady_timer` does, on virtual time.
#include "sim/time/timer.hpp"

#include "sim/net/two_hosts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::sim {
namespace {

using ::testing::ElementsAre;

TEST(Timer, FiresAtItsTimeInOrderOfTimeThenOfSetting) {
    std::vector<std::string> order;
    two_hosts t([&](incarnation& self) -> awaitable<void> {
        timer late(self, 2ms);
        timer early(self, 1ms);
        timer second(self, 1ms);
        const auto say = [&](std::string what) {
            return [&, what](error_code ec) {
                EXPECT_FALSE(ec);
                order.push_back(what + '@' + to_text(self.in().now().time_since_epoch()));
            };
        };
        late.async_wait(say("late"));
        early.async_wait(say("early"));
        second.async_wait(say("second"));
        co_await pause_for(5ms);
    });
    t.run();
    EXPECT_THAT(order, ElementsAre("early@1 ms", "second@1 ms", "late@2 ms"));
    EXPECT_EQ(t.count(event_kind::timer_fired), 4U);
}

TEST(Timer, SettingItAnewCancelsWhatWaits) {
    std::vector<error_code> results;
    two_hosts t([&](incarnation& self) -> awaitable<void> {
        timer one(self, 1ms);
        const auto keep = [&](error_code ec) { results.push_back(ec); };
        one.async_wait(keep);
        one.async_wait(keep);
        EXPECT_EQ(one.expires_after(2ms), 2U);
        one.async_wait(keep);
        co_await pause_for(5ms);
        EXPECT_EQ(one.cancel(), 0U) << "it has fired";
    });
    t.run();
    EXPECT_THAT(results, ElementsAre(asio::error::operation_aborted, asio::error::operation_aborted,
                                     error_code()));
}

TEST(Timer, CancelOneTakesTheOldestWait) {
    std::vector<int> aborted;
    two_hosts t([&](incarnation& self) -> awaitable<void> {
        timer one(self, 1ms);
        for (int i = 0; i < 2; ++i) {
            one.async_wait([&, i](error_code ec) {
                if (ec) {
                    aborted.push_back(i);
                }
            });
        }
        EXPECT_EQ(one.cancel_one(), 1U);
        co_await pause_for(5ms);
    });
    t.run();
    EXPECT_THAT(aborted, ElementsAre(0));
}

TEST(Timer, DestroyingAndMovingIt) {
    error_code destroyed;
    error_code moved = asio::error::would_block;
    two_hosts t([&](incarnation& self) -> awaitable<void> {
        {
            timer gone(self, 1ms);
            gone.async_wait([&](error_code ec) { destroyed = ec; });
        }
        timer from(self, 1ms);
        from.async_wait([&](error_code ec) { moved = ec; });
        timer to(std::move(from));
        co_await pause_for(5ms);
        EXPECT_EQ(to.expiry().time_since_epoch(), 1ms);
    });
    t.run();
    EXPECT_EQ(destroyed, asio::error::operation_aborted);
    EXPECT_FALSE(moved);
}

TEST(Timer, ATimeThatHasPassedFiresAtOnceButNotInsideTheCall) {
    two_hosts t([](incarnation& self) -> awaitable<void> {
        co_await pause_for(3ms);
        timer past(self, time_point(1ms));
        bool fired = false;
        past.async_wait([&](error_code) { fired = true; });
        EXPECT_FALSE(fired);
        co_await pause_for(0ms);
        EXPECT_TRUE(fired);
        EXPECT_EQ(virtual_clock::now().time_since_epoch(), 3ms);
        self.note("done");
    });
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("done"));
}

}  // namespace
}  // namespace onceproof::sim
