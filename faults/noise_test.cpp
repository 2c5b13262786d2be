// What a seed chooses is bounded, written down, and drawn for each point alone.
#include "faults/noise.hpp"

#include "sim/two_hosts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::faults {
namespace {

using namespace std::chrono_literals;

sim::awaitable<void> send_often(sim::incarnation& self) {
    for (std::uint64_t i = 1; i <= 20; ++i) {
        sim::activity::root(self.get_executor()).open("pay", i);
        sim::socket s = co_await sim::connected(self);
        co_await sim::write_text(s, "request");
    }
}

sim::awaitable<void> accept_all(sim::incarnation& self) {
    sim::acceptor a(self, 80);
    while (true) {
        sim::socket s = co_await a.async_accept(sim::use_awaitable);
        sim::error_code ec;
        co_await sim::read_some(s, ec);
    }
}

noise losses(sim::ratio odds, std::uint32_t most) {
    noise n;
    n.lose_message = odds;
    n.faults_max = most;
    return n;
}

// The points at which a run with that seed and noise loses a message.
std::vector<std::string> lost_in(std::uint64_t seed, const noise& n, const plan& p = {}) {
    seeded_player player(p, n, seed);
    sim::two_hosts t(send_often, accept_all, &player);
    player.name_points_with(t.w);
    t.run();
    std::vector<std::string> points;
    for (const fault& f : player.chosen()) {
        points.push_back(f.point);
    }
    EXPECT_EQ(t.count(sim::happening::lost), points.size()) << "chosen is what was done";
    return points;
}

TEST(Noise, ChoosesNothingUnlessToldTo) {
    EXPECT_TRUE(lost_in(1, noise()).empty());
}

TEST(Noise, DependsOnTheSeedAlone) {
    const noise n = losses({1, 4}, 100);
    EXPECT_EQ(lost_in(1, n), lost_in(1, n));
    EXPECT_NE(lost_in(1, n), lost_in(2, n));
    EXPECT_GT(lost_in(1, n).size(), 1U);
}

TEST(Noise, StopsAtItsBound) {
    EXPECT_EQ(lost_in(1, losses({1, 1}, 3)).size(), 3U);
}

TEST(Noise, AFaultOfThePlanLeavesTheOthersAsTheyWere) {
    const noise n = losses({1, 4}, 100);
    const std::vector<std::string> without = lost_in(1, n);
    const plan p{{without.front(), sim::disturbance(sim::harm::silence)}};
    std::vector<std::string> with = lost_in(1, n, p);
    EXPECT_THAT(with, testing::UnorderedElementsAreArray(without));
}

TEST(Noise, EndsWhenItIsTold) {
    const plan none;
    seeded_player player(none, losses({1, 1}, 100), 1);
    player.calm();
    sim::two_hosts t(send_often, accept_all, &player);
    t.run();
    EXPECT_EQ(t.count(sim::happening::lost), 0U);
}

}  // namespace
}  // namespace onceproof::faults
