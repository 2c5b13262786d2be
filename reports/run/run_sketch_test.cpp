// What of a run its picture shows.
#include "reports/run/run_sketch.hpp"

#include "sim/net/two_hosts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace onceproof::reports {
namespace {

using namespace std::chrono_literals;
using sim::awaitable;
using sim::error_code;
using sim::incarnation;
using sim::time_point;
using ::testing::ElementsAre;

constexpr std::size_t client = 0;
constexpr std::size_t server = 1;

awaitable<void> ask(incarnation& self) {
    sim::activity::root(self.get_executor()).open("intent", 3).open("attempt", 1);
    sim::socket s = co_await sim::connected(self);
    co_await sim::write_text(s, "POST /v1/charges HTTP/1.1\r\n\r\n");
    error_code ec;
    co_await sim::read_some(s, ec);
    self.note("is answered", 201);
}

awaitable<void> answer(incarnation& self) {
    sim::socket s = co_await sim::accepted(self);
    error_code ec;
    co_await sim::read_some(s, ec);
    self.note("CHARGES", 1, "order-1");
    co_await sim::pause_for(2ms);
    co_await sim::write_text(s, "HTTP/1.1 201 Created\r\n\r\n");
}

std::vector<std::string> labels_of(const run_sketch& s, sign_kind kind) {
    std::vector<std::string> all;
    for (const sign& i : s.signs) {
        if (i.kind == kind) {
            all.push_back(i.label);
        }
    }
    return all;
}

// The first of them; one of no time if there is none.
stretch the_stretch(const run_sketch& s, std::size_t lane, stretch_kind kind) {
    const auto found = std::find_if(s.stretches.begin(), s.stretches.end(), [&](const stretch& i) {
        return i.lane == lane && i.kind == kind && i.from < i.until;
    });
    return found == s.stretches.end() ? stretch{} : *found;
}

TEST(RunSketch, ShowsWhoAsksBeforeWhoIsAsked) {
    sim::two_hosts t(ask, answer);
    t.run();
    const run_sketch s = sketch(t.w, {});
    ASSERT_EQ(s.lanes.size(), 2U);
    EXPECT_EQ(s.lanes[client].name, "client");
    EXPECT_EQ(s.lanes[server].name, "server-1");
}

TEST(RunSketch, ShowsAMessageFromWhenItLeavesToWhenItArrives) {
    sim::two_hosts t(ask, answer);
    t.run();
    const run_sketch s = sketch(t.w, {});
    ASSERT_EQ(s.arrows.size(), 2U);
    EXPECT_EQ(s.arrows[0].label, "POST /v1/charges");
    EXPECT_EQ(s.arrows[0].from, client);
    EXPECT_EQ(s.arrows[0].to, server);
    EXPECT_EQ(s.arrows[0].leaves, time_point(2ms));
    EXPECT_EQ(s.arrows[0].arrives, time_point(3ms));
    EXPECT_EQ(s.arrows[0].intent, 1U) << "the first that came up, though its number is 3";
    EXPECT_EQ(s.arrows[1].label, "201 Created");
    EXPECT_EQ(s.arrows[1].from, server);
    EXPECT_EQ(s.arrows[1].arrives, time_point(6ms));
}

TEST(RunSketch, ShowsWhoWorksForWhom) {
    sim::two_hosts t(ask, answer);
    t.run();
    const run_sketch s = sketch(t.w, {});
    EXPECT_EQ(the_stretch(s, client, stretch_kind::works).from, time_point(0ms));
    EXPECT_EQ(the_stretch(s, client, stretch_kind::works).until, time_point(6ms));
    EXPECT_EQ(the_stretch(s, server, stretch_kind::works).from, time_point(3ms));
    EXPECT_EQ(the_stretch(s, server, stretch_kind::works).until, time_point(5ms));
    EXPECT_THAT(labels_of(s, sign_kind::begins), ElementsAre("intent-3/attempt-1"));
    EXPECT_THAT(labels_of(s, sign_kind::effect), ElementsAre("charges order-1"));
    EXPECT_THAT(labels_of(s, sign_kind::answered), ElementsAre("is answered 201"));
}

TEST(RunSketch, ShowsWhatIsLost) {
    sim::single_fault h("intent-3/attempt-1/client>server/response",
                        sim::injection(sim::primitive::lose));
    sim::two_hosts t(ask, answer, &h);
    t.run();
    const run_sketch s = sketch(t.w, {});
    ASSERT_EQ(s.arrows.size(), 2U);
    EXPECT_TRUE(s.arrows[1].lost);
    EXPECT_FALSE(s.arrows[1].arrives);
    EXPECT_FALSE(s.arrows[0].lost);
}

TEST(RunSketch, CallsTheRestOfAMessageMoreOfIt) {
    sim::two_hosts t(
        [](incarnation& self) -> awaitable<void> {
            sim::socket s = co_await sim::connected(self);
            co_await sim::write_text(s, "POST / HTTP/1.1\r\n");
            co_await sim::write_text(s, "{}");
            co_await sim::write_text(s, "POST /next HTTP/1.1\r\n");
        },
        answer);
    t.run();
    std::vector<std::string> labels;
    for (const arrow& a : sketch(t.w, {}).arrows) {
        labels.push_back(a.label);
    }
    EXPECT_THAT(labels, ElementsAre("POST /", "more of it", "POST /next", "201 Created"));
}

TEST(RunSketch, ShowsWhoDiesAndForHowLong) {
    sim::two_hosts t(ask, answer);
    t.w.after(4ms, [&] { t.server.kill(); });
    t.w.after(9ms, [&] { t.server.start(); });
    t.run();
    const run_sketch s = sketch(t.w, {});
    EXPECT_THAT(labels_of(s, sign_kind::dies), ElementsAre("is killed"));
    EXPECT_THAT(labels_of(s, sign_kind::starts), ElementsAre("starts again"));
    EXPECT_EQ(the_stretch(s, server, stretch_kind::down).from, time_point(4ms));
    EXPECT_EQ(the_stretch(s, server, stretch_kind::down).until, time_point(9ms));
    EXPECT_EQ(the_stretch(s, server, stretch_kind::works).until, time_point(4ms))
        << "it was at work";
}

TEST(RunSketch, EndsAStallWhereItsProcessDies) {
    const sim::injection stall(sim::primitive::stall, 5ms);
    sim::single_fault h("intent-3/attempt-1/client>server/response", stall);
    sim::two_hosts t(ask, answer, &h);
    t.w.after(7ms, [&] { t.server.kill(); });
    t.run();
    EXPECT_EQ(the_stretch(sketch(t.w, {}), server, stretch_kind::stalls).until, time_point(7ms));
}

TEST(RunSketch, ShowsThatAllOnAHostLosePower) {
    sim::two_hosts t(ask, answer);
    t.w.after(4ms, [&] { t.server_host.power_off(); });
    t.w.after(7ms, [] {});
    t.run();
    const run_sketch s = sketch(t.w, {});
    EXPECT_THAT(labels_of(s, sign_kind::dies), ElementsAre("loses power"));
    EXPECT_EQ(the_stretch(s, server, stretch_kind::down).from, time_point(4ms));
    EXPECT_EQ(the_stretch(s, server, stretch_kind::down).until, time_point(7ms));
}

TEST(RunSketch, ShowsAConnectionThatIsRefused) {
    sim::two_hosts t([](incarnation& self) -> awaitable<void> {
        sim::activity::root(self.get_executor()).open("intent", 1).open("attempt", 1);
        sim::socket s(self);
        error_code ec;
        co_await s.async_connect(sim::endpoint("server", 80),
                                 boost::asio::redirect_error(sim::use_awaitable, ec));
    });
    t.run();
    const run_sketch s = sketch(t.w, {});
    ASSERT_EQ(s.arrows.size(), 1U);
    EXPECT_TRUE(s.arrows[0].refused);
    EXPECT_EQ(s.arrows[0].to, server);
    EXPECT_EQ(s.arrows[0].leaves, time_point(0ms));
    EXPECT_EQ(s.arrows[0].arrives, time_point(2ms));
}

TEST(RunSketch, EndsWhereTheRunEndsIfProbesAreNotWanted) {
    sim::two_hosts t(ask, answer);
    t.run();
    t.client.kill();
    t.client.start();
    t.run();
    EXPECT_THAT(labels_of(sketch(t.w, {}), sign_kind::dies), ElementsAre("is killed"));
    EXPECT_THAT(labels_of(sketch(t.w, {.probes = false}), sign_kind::dies), ElementsAre());
}

TEST(RunSketch, SaysThatItIsNotTheWholeRun) {
    sim::two_hosts t(ask, answer);
    t.run();
    EXPECT_FALSE(sketch(t.w, {}).cut);
    const run_sketch s = sketch(t.w, {.events = 2});
    EXPECT_TRUE(s.cut);
    EXPECT_EQ(s.told.size(), 2U);
}

}  // namespace
}  // namespace onceproof::reports
