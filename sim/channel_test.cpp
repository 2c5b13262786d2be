// `sim::channel` hands values from one coroutine of a process to another.
#include "sim/channel.hpp"

#include "sim/net/two_hosts.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

namespace onceproof::sim {
namespace {

using ::testing::ElementsAre;
using namespace asio::experimental::awaitable_operators;

TEST(Channel, KeepsOrderThroughItsBufferAndItsWaitingSenders) {
    std::vector<int> got;
    two_hosts t([&](incarnation& self) -> awaitable<void> {
        channel<int> ch(self, 2);
        for (int i = 0; i < 5; ++i) {
            ch.async_send(i, asio::detached);
        }
        EXPECT_EQ(ch.size(), 2U);
        for (int i = 0; i < 5; ++i) {
            got.push_back(co_await ch.async_receive(use_awaitable));
        }
    });
    t.run();
    EXPECT_THAT(got, ElementsAre(0, 1, 2, 3, 4));
}

TEST(Channel, ASenderBeyondTheCapacityWaits) {
    two_hosts t([](incarnation& self) -> awaitable<void> {
        channel<int> ch(self, 0);
        asio::co_spawn(
            self,
            [&]() -> awaitable<void> {
                co_await ch.async_send(1, use_awaitable);
                self.note("sent");
            },
            asio::detached);
        co_await pause_for(1ms);
        EXPECT_FALSE(ch.try_send(2));
        self.note("receiving");
        EXPECT_EQ(co_await ch.async_receive(use_awaitable), 1);
        co_await pause_for(1ms);
    });
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("receiving", "sent"));
}

TEST(Channel, CarriesWhatCanOnlyBeMoved) {
    two_hosts t([](incarnation& self) -> awaitable<void> {
        channel<std::unique_ptr<int>> ch(self, 1);
        EXPECT_TRUE(ch.try_send(std::make_unique<int>(7)));
        EXPECT_EQ(*co_await ch.async_receive(use_awaitable), 7);
        self.note("done");
    });
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("done"));
}

TEST(Channel, ClosedItGivesWhatItHoldsThenAnError) {
    two_hosts t([](incarnation& self) -> awaitable<void> {
        channel<int> ch(self, 1);
        EXPECT_TRUE(ch.try_send(1));
        ch.close();
        EXPECT_FALSE(ch.try_send(2));
        error_code ec;
        EXPECT_EQ(co_await ch.async_receive(asio::redirect_error(use_awaitable, ec)), 1);
        EXPECT_FALSE(ec);
        co_await ch.async_receive(asio::redirect_error(use_awaitable, ec));
        EXPECT_EQ(ec, asio::experimental::error::channel_closed);
        co_await ch.async_send(3, asio::redirect_error(use_awaitable, ec));
        EXPECT_EQ(ec, asio::experimental::error::channel_closed);
        self.note("done");
    });
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("done"));
}

TEST(Channel, AReceiveCanBeCancelledAndLosesNothing) {
    two_hosts t([](incarnation& self) -> awaitable<void> {
        channel<int> ch(self, 1);
        timer deadline(self, 1ms);
        const auto first =
            co_await (ch.async_receive(use_awaitable) || deadline.async_wait(use_awaitable));
        EXPECT_EQ(first.index(), 1U);
        EXPECT_TRUE(ch.try_send(1));
        EXPECT_EQ(co_await ch.async_receive(use_awaitable), 1);
        self.note("done");
    });
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("done"));
}

TEST(Channel, DestroyedItAbortsWhoWaits) {
    error_code ec;
    two_hosts t([&](incarnation& self) -> awaitable<void> {
        auto ch = std::make_unique<channel<void>>(self);
        ch->async_receive([&](error_code e) { ec = e; });
        ch.reset();
        co_await pause_for(1ms);
    });
    t.run();
    EXPECT_EQ(ec, asio::error::operation_aborted);
}

}  // namespace
}  // namespace onceproof::sim
