// What A fault injector's answers do, beside those that socket_test.cpp and sql_client_test.cpp
// show.
#include "sim/net/two_hosts.hpp"

#include <boost/asio/detached.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace onceproof::sim {
namespace {

using ::testing::ElementsAre;
using namespace std::chrono_literals;

// Says how much arrived until the connection ended, when, and how it ended.
awaitable<void> read_to_the_end(incarnation& self) {
    socket s = co_await accepted(self);
    error_code ec;
    std::string all;
    while (!ec) {
        all += co_await read_some(s, ec);
        if (!ec) {
            self.note("has", all.size(), to_text(self.in().now()));
        }
    }
    self.note("ends", all.size(), ec.message());
}

awaitable<void> send_forty(incarnation& self) {
    socket s = co_await connected(self);
    co_await write_text(s, std::string(40, 'x'));
    co_await pause_for(1s);
}

TEST(Fault, AResetWithinAMessageLetsHalfOfItThrough) {
    single_fault h("client>server/request", injection(primitive::reset, timing::within));
    two_hosts t(send_forty, read_to_the_end, &h);
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("has 3.000000", "ends Connection reset by peer"));
    EXPECT_EQ(t.w.events().records().back().kind, event_kind::ended);
    EXPECT_TRUE(h.has_fired);
}

TEST(Fault, HalfOfASingleByteIsNothing) {
    single_fault h("client>server/request", injection(primitive::reset, timing::within));
    two_hosts t(
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            co_await write_text(s, "x");
        },
        read_to_the_end, &h);
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("ends Connection reset by peer"));
}

TEST(Fault, AResetAfterAMessageLetsAllOfItThrough) {
    single_fault h("client>server/request", injection(primitive::reset, timing::after));
    error_code write;
    error_code read;
    two_hosts t(
        [&](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            write = co_await write_text(s, "all of it");
            co_await read_some(s, read);
        },
        read_to_the_end, &h);
    t.run();
    EXPECT_FALSE(write);
    EXPECT_EQ(read, asio::error::connection_reset);
    EXPECT_THAT(t.notes(), ElementsAre("has 3.000000", "ends Connection reset by peer"));
}

TEST(Fault, ATrickleComesInPieces) {
    single_fault h("client>server/request", injection(primitive::trickle, 10ms));
    two_hosts t(send_forty, read_to_the_end, &h);
    t.run();
    EXPECT_THAT(t.notes(),
                ElementsAre("has 3.000000", "has 13.000000", "has 23.000000", "ends End of file"));
    EXPECT_TRUE(h.has_fired);
}

awaitable<void> note_what_comes(incarnation& self, socket s) {
    error_code ec;
    const std::string text = co_await read_some(s, ec);
    self.note("read", 0, text);
}

// Two clients whose requests arrive at the same time, the first one's first.
std::vector<std::string> order_of_two(fault_injector* injector) {
    two_hosts t(
        [](incarnation& self) -> awaitable<void> {
            socket a = co_await connected(self);
            socket b = co_await connected(self);
            co_await write_text(a, "first");
            co_await write_text(b, "second");
            co_await pause_for(1s);
        },
        [](incarnation& self) -> awaitable<void> {
            acceptor listening(self, 80);
            for (int i = 0; i < 2; ++i) {
                socket s = co_await listening.async_accept(use_awaitable);
                asio::co_spawn(self, note_what_comes(self, std::move(s)), asio::detached);
            }
        },
        injector);
    t.run();
    return t.notes();
}

TEST(Fault, OvertakenComesAfterWhatWasNext) {
    EXPECT_THAT(order_of_two(nullptr), ElementsAre("read first", "read second"));
    single_fault h("client>server/request", injection(primitive::overtake));
    EXPECT_THAT(order_of_two(&h), ElementsAre("read second", "read first"));
}

// The client asks every 10 ms; says when the server heard it.
std::vector<std::string> heard_with(fault_injector* injector) {
    two_hosts t(
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            for (int i = 0; i < 4; ++i) {
                co_await write_text(s, "x");
                co_await pause_for(10ms);
            }
        },
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await accepted(self);
            error_code ec;
            while (!ec) {
                co_await read_some(s, ec);
                self.note("hears", 0, to_text(self.in().now()));
            }
        },
        injector);
    t.run();
    return t.notes();
}

TEST(Fault, APartitionEndsAfterItsSpan) {
    single_fault h("client>server/request#2", injection(primitive::partition, 15ms));
    EXPECT_THAT(heard_with(&h), ElementsAre("hears 3.000000", "hears 28.000000", "hears 28.000000",
                                            "hears 33.000000", "hears 43.000000"));
    EXPECT_TRUE(h.has_fired);
}

TEST(Fault, APartitionEndsAtItsPoint) {
    injection cut(primitive::partition);
    cut.until = point_id("client>server/request#4");
    single_fault h("client>server/request#2", cut);
    EXPECT_THAT(heard_with(&h), ElementsAre("hears 3.000000", "hears 33.000000", "hears 33.000000",
                                            "hears 33.000000", "hears 43.000000"));
}

TEST(Fault, APauseStallsAllOfAProcessAndLosesNothing) {
    single_fault h("client>server/request#2", injection(primitive::stall, 50ms));
    EXPECT_THAT(heard_with(&h), ElementsAre("hears 3.000000", "hears 13.000000", "hears 73.000000",
                                            "hears 83.000000", "hears 93.000000"));
    EXPECT_TRUE(h.has_fired);
}

TEST(Fault, AClockJumpsOrDriftsOnTheHostOfWhoActs) {
    for (const primitive what : {primitive::jump_clock, primitive::drift_clock}) {
        single_fault h("client>server/request", injection(what, 10ms));
        two_hosts t(send_forty, read_to_the_end, &h);
        t.run();
        const auto real = t.w.now().time_since_epoch();
        const auto shown = t.client_host.wall_now() - wall_clock::epoch;
        const auto gained = what == primitive::jump_clock ? duration(10ms) : (real - 2ms) / 100;
        EXPECT_EQ(shown - real, gained);
        EXPECT_EQ(t.server_host.wall_now() - wall_clock::epoch, real);
    }
}

// A server that is asked for its service twice, and says each time how it fails.
struct asked_twice : two_hosts {
    explicit asked_twice(fault_injector* injector) : two_hosts({}, serve_twice, injector) {}

    static awaitable<void> serve_twice(incarnation& self) {
        activity::root(self.get_executor()).open("job", 1);
        for (std::uint64_t i = 1; i <= 2; ++i) {
            self.note("serves", i, self.service_failure_at("serve").text());
        }
        co_return;
    }
};

TEST(Fault, FailureOfAServiceIsToldToTheCodeThatServes) {
    single_fault h("job-1/server-1/serve#2", injection("in a bad mood"));
    asked_twice t(&h);
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("job-1 serves", "job-1 serves in a bad mood"));
    EXPECT_TRUE(h.has_fired);
    ASSERT_EQ(t.count(event_kind::failed), 1U);
    const auto& all = t.w.events().records();
    const auto told = std::find_if(
        all.begin(), all.end(), [](const trace_event& r) { return r.kind == event_kind::failed; });
    EXPECT_EQ(told->word, "in a bad mood");
    EXPECT_EQ(told->detail, "serve");
    EXPECT_EQ(t.w.name(told->actor), "server-1");
}

TEST(Fault, NothingButFailureIsInjectedAtAService) {
    asked_twice calm(nullptr);
    const trace_hash nothing = calm.run().hash;
    for (int i = 1; i <= static_cast<int>(primitive::fail_file); ++i) {
        const auto what = static_cast<primitive>(i);
        single_fault h("job-1/server-1/serve", injection(what, 10ms));
        asked_twice t(&h);
        EXPECT_EQ(t.run().hash != nothing, what == primitive::fail_service) << i;
        EXPECT_EQ(h.has_fired, what == primitive::fail_service) << i;
    }
}

TEST(Fault, FailureOfAServiceIsInjectedNowhereElse) {
    two_hosts calm(send_forty, read_to_the_end);
    const trace_hash nothing = calm.run().hash;
    for (const char* const point : {"client>server/connect", "client>server/request"}) {
        single_fault h(point, injection("fail before"));
        two_hosts t(send_forty, read_to_the_end, &h);
        EXPECT_EQ(t.run().hash, nothing) << point;
        EXPECT_FALSE(h.has_fired) << point;
    }
}

TEST(Fault, WhatFindsNothingToActOnDoesNotBeInjected) {
    class both final : public fault_injector {
    public:
        std::span<const injection> at(const point& where) override {
            return where.kind == point_kind::message ? all : std::span<const injection>();
        }
        void fired(primitive p) override { done.push_back(p); }
        const std::vector<injection> all{injection(primitive::lose),
                                         injection(primitive::reset, timing::before)};
        std::vector<primitive> done;
    } h;
    two_hosts t(send_forty, read_to_the_end, &h);
    t.run();
    EXPECT_THAT(h.done, ElementsAre(primitive::lose));
}

}  // namespace
}  // namespace onceproof::sim
