// Processes die as real ones do: power off first, destroy second, and nothing of an earlier
// incarnation ever runs.
#include "sim/process.hpp"

#include "sim/channel.hpp"
#include "sim/net/two_hosts.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/channel.hpp>
#include <boost/asio/post.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>

namespace onceproof::sim {
namespace {

using ::testing::ElementsAre;

// Does something when it is destroyed: what a destructor in a dying process might try.
class last_will {
public:
    explicit last_will(std::function<void()> what) : what_(std::move(what)) {}
    ~last_will() { what_(); }
    last_will(const last_will&) = delete;
    last_will& operator=(const last_will&) = delete;

private:
    std::function<void()> what_;
};

enum class way { kill, power_off };

class Death : public ::testing::TestWithParam<way> {
protected:
    void hit(two_hosts& t) const {
        if (GetParam() == way::kill) {
            t.client.kill();
        } else {
            t.client_host.power_off();
        }
    }
};

INSTANTIATE_TEST_SUITE_P(Both, Death, ::testing::Values(way::kill, way::power_off),
                         [](const auto& which) {
                             return which.param == way::kill ? "Kill" : "PowerOff";
                         });

TEST_P(Death, ADestructorCanNeitherSendNorWaitNorSpeak) {
    int destroyed = 0;
    bool ran = false;
    auto outlives = std::make_shared<std::unique_ptr<timer>>();
    two_hosts t(
        [&](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            const last_will will([&] {
                ++destroyed;
                s.async_write_some(asio::buffer("farewell", 8), [&](auto...) { ran = true; });
                *outlives = std::make_unique<timer>(self, 1ms);
                (*outlives)->async_wait([&](error_code) { ran = true; });
                asio::post(self.get_executor(), [&] { ran = true; });
                self.note("farewell");
            });
            co_await pause_for(1h);
        },
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await accepted(self);
            error_code ec;
            const std::string text = co_await read_some(s, ec);
            self.note("read", 0, ec ? ec.message() : text);
        });
    t.w.after(10ms, [&] { hit(t); });
    t.run();
    EXPECT_EQ(destroyed, 1);
    EXPECT_FALSE(ran);
    if (GetParam() == way::kill) {
        EXPECT_THAT(t.notes(), ElementsAre("read End of file"));
    } else {
        EXPECT_TRUE(t.notes().empty());
    }
    outlives->reset();
}

TEST_P(Death, ComesFromWithinToo) {
    bool unwound = false;
    bool went_on = false;
    two_hosts* world_of_test = nullptr;
    two_hosts t([&](incarnation& self) -> awaitable<void> {
        const last_will will([&] { unwound = true; });
        hit(*world_of_test);
        EXPECT_FALSE(self.alive());
        EXPECT_FALSE(unwound) << "frames stand until the step ends";
        co_await pause_for(1ms);
        went_on = true;
    });
    world_of_test = &t;
    t.run();
    EXPECT_TRUE(unwound);
    EXPECT_FALSE(went_on);
}

TEST_P(Death, DestroysWhatWaitsInChannelsOfBothKinds) {
    int unwound = 0;
    two_hosts t([&](incarnation& self) -> awaitable<void> {
        channel<int> ours(self);
        asio::experimental::channel<void(error_code, int)> asios(self.get_executor());
        const auto wait_in = [&](auto& ch) -> awaitable<void> {
            const last_will will([&] { ++unwound; });
            co_await ch.async_receive(use_awaitable);
        };
        asio::co_spawn(self, wait_in(ours), asio::detached);
        asio::co_spawn(self, wait_in(asios), asio::detached);
        const last_will will([&] { ++unwound; });
        co_await pause_for(1h);
    });
    t.w.after(10ms, [&] { hit(t); });
    t.run();
    EXPECT_EQ(unwound, 3);
}

TEST_P(Death, NothingOfAnEarlierIncarnationRuns) {
    std::vector<std::uint32_t> ticks;
    two_hosts t([&](incarnation& self) -> awaitable<void> {
        for (int i = 0; i < 10; ++i) {
            asio::post(self.get_executor(), [&] { ticks.push_back(self.number()); });
            co_await pause_for(1ms);
        }
    });
    t.w.after(4500us, [&] { hit(t); });
    t.w.after(4600us, [&] {
        t.client_host.power_on();
        if (t.client.alive() == nullptr) {
            t.client.start();
        }
    });
    t.run();
    EXPECT_EQ(std::count(ticks.begin(), ticks.end(), 1U), 5);
    EXPECT_EQ(std::count(ticks.begin(), ticks.end(), 2U), 10);
    EXPECT_TRUE(std::is_sorted(ticks.begin(), ticks.end()));
}

TEST(Process, CrashesByAnExceptionAndSaysWhy) {
    two_hosts t([](incarnation&) -> awaitable<void> {
        co_await pause_for(1ms);
        throw std::runtime_error("out of cheese");
    });
    t.run();
    EXPECT_EQ(t.client.alive(), nullptr);
    ASSERT_EQ(t.count(event_kind::crashed), 1U);
    for (const trace_event& r : t.w.events().records()) {
        if (r.kind == event_kind::crashed) {
            EXPECT_EQ(r.detail, "out of cheese");
        }
    }
}

TEST(Process, StartsAgainAfterADelayUnlessStartedOtherwise) {
    two_hosts t({});
    t.w.after(1ms, [&] {
        t.client.kill();
        t.client.start_after(5ms);
        t.server.kill();
        t.server.start_after(5ms);
        t.server.start();
    });
    t.run();
    EXPECT_EQ(t.client.starts(), 2U);
    EXPECT_EQ(t.server.starts(), 2U);
}

TEST(Process, DoesNotStartOnAMachineThatIsOff) {
    two_hosts t({});
    t.client_host.power_off();
    t.client.start_after(1ms);
    t.run();
    EXPECT_EQ(t.client.alive(), nullptr);
    t.client_host.power_on();
    EXPECT_NE(t.client.alive(), nullptr);
    EXPECT_EQ(t.client_host.boots(), 2U);
}

TEST(Process, DrawsDependOnSeedActivityAndPlaceAlone) {
    const auto drawn = [](std::uint64_t seed, bool one_more_elsewhere) {
        std::uint64_t value = 0;
        world w({.seed = seed});
        process& p = w.add_host("host").add_process("p", [&](incarnation& self) {
            if (one_more_elsewhere) {
                self.draws_for("other").next();
            }
            value = self.draws_for("jitter").next();
        });
        p.start();
        w.run();
        return value;
    };
    EXPECT_EQ(drawn(1, false), drawn(1, true));
    EXPECT_NE(drawn(1, false), drawn(2, false));
}

}  // namespace
}  // namespace onceproof::sim
