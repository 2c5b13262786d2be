// Connections keep TCP's manners, and go wrong in the ways that TCP does.
#include "sim/net/socket.hpp"

#include "sim/net/two_hosts.hpp"

#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

namespace onceproof::sim {
namespace {

using ::testing::ElementsAre;
using namespace asio::experimental::awaitable_operators;

awaitable<void> send_once(incarnation& self, std::string text) {
    socket s = co_await connected(self);
    co_await write_text(s, std::move(text));
    co_await pause_for(1s);
}

// Reads until there is nothing more, noting each read.
awaitable<void> note_reads(incarnation& self, socket s) {
    error_code ec;
    while (!ec) {
        const std::string text = co_await read_some(s, ec);
        self.note("read", 0, ec ? ec.message() : text);
    }
}

awaitable<void> accept_and_note(incarnation& self) {
    socket s = co_await accepted(self);
    co_await note_reads(self, std::move(s));
}

TEST(Socket, TakesOneRoundTripToConnect) {
    time_point connected_at{};
    two_hosts t(
        [&](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            connected_at = self.in().now();
        },
        accept_and_note);
    t.run();
    EXPECT_EQ(connected_at.time_since_epoch(), 2ms);
}

TEST(Socket, IsRefusedWhereNobodyListens) {
    error_code ec;
    two_hosts t([&](incarnation& self) -> awaitable<void> {
        socket s(self);
        co_await s.async_connect(endpoint("server", 81), asio::redirect_error(use_awaitable, ec));
    });
    t.run();
    EXPECT_EQ(ec, asio::error::connection_refused);
}

TEST(Socket, DoesNotFindAnUnknownHost) {
    error_code ec;
    two_hosts t([&](incarnation& self) -> awaitable<void> {
        socket s(self);
        co_await s.async_connect(endpoint("nowhere", 80), asio::redirect_error(use_awaitable, ec));
    });
    t.run();
    EXPECT_EQ(ec, asio::error::host_not_found);
}

TEST(Socket, WaitsForEverForAMachineThatIsOff) {
    bool done = false;
    two_hosts t([&](incarnation& self) -> awaitable<void> {
        co_await connected(self);
        done = true;
    });
    t.server_host.power_off();
    EXPECT_EQ(t.run().end, run_end::quiescent);
    EXPECT_FALSE(done);
}

TEST(Socket, ReadsWhatWasWrittenThenTheEnd) {
    two_hosts t(
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            co_await write_text(s, "one");
            co_await write_text(s, "two");
            s.close();
        },
        accept_and_note);
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("read one", "read two", "read End of file"));
}

TEST(Socket, WritesAndReadsInPieces) {
    std::string got;
    const std::string sent(100'000, 'x');
    two_hosts t(
        [&](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            const std::size_t n = co_await s.async_write_some(asio::buffer(sent), use_awaitable);
            EXPECT_EQ(n, 7U);
            co_await asio::async_write(s, asio::buffer(sent) + n, use_awaitable);
            s.close();
        },
        [&](incarnation& self) -> awaitable<void> {
            socket s = co_await accepted(self);
            error_code ec;
            while (!ec) {
                const std::string piece = co_await read_some(s, ec);
                EXPECT_LE(piece.size(), 5U);
                got += piece;
            }
        });
    t.w.net().write_max = 7;
    t.w.net().read_max = 5;
    t.run();
    EXPECT_EQ(got, sent);
}

TEST(Socket, MakesTheWriterWaitForASlowReader) {
    time_point written{};
    two_hosts t(
        [&](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            const std::string big(200'000, 'x');
            co_await asio::async_write(s, asio::buffer(big), use_awaitable);
            written = self.in().now();
        },
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await accepted(self);
            co_await pause_for(1s);
            std::string all(200'000, '\0');
            co_await asio::async_read(s, asio::buffer(all), use_awaitable);
        });
    t.run();
    EXPECT_GT(written.time_since_epoch(), 1s);
}

TEST(Socket, HalfCloseLeavesTheOtherDirectionOpen) {
    std::string answer;
    two_hosts t(
        [&](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            co_await write_text(s, "question");
            s.shutdown(asio::socket_base::shutdown_send);
            error_code ec;
            answer = co_await read_some(s, ec);
            EXPECT_EQ(co_await write_text(s, "more"), asio::error::broken_pipe);
        },
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await accepted(self);
            error_code ec;
            while (!ec) {
                co_await read_some(s, ec);
            }
            EXPECT_EQ(ec, asio::error::eof);
            co_await write_text(s, "answer");
        });
    t.run();
    EXPECT_EQ(answer, "answer");
}

TEST(Socket, ResetsAPeerWhoseBytesAreLeftUnread) {
    error_code ec;
    two_hosts t(
        [&](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            co_await write_text(s, "ignored");
            co_await read_some(s, ec);
        },
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await accepted(self);
            co_await pause_for(10ms);
        });
    t.run();
    EXPECT_EQ(ec, asio::error::connection_reset);
}

TEST(Socket, ResetsWhoWritesToASideThatIsGone) {
    error_code ec;
    two_hosts t(
        [&](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            co_await pause_for(10ms);
            EXPECT_FALSE(co_await write_text(s, "into the void"));
            co_await pause_for(10ms);
            ec = co_await write_text(s, "again");
        },
        [](incarnation& self) -> awaitable<void> { co_await accepted(self); });
    t.run();
    EXPECT_EQ(ec, asio::error::connection_reset);
}

TEST(Socket, DoesNotRecallWhatWasSentByClosing) {
    two_hosts t(
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            co_await write_text(s, "a late original");
            s.close();
            self.note("closed");
        },
        accept_and_note);
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("closed", "read a late original", "read End of file"));
}

TEST(Socket, IsCancelledByObjectAndBySlot) {
    error_code by_object;
    bool timed_out = false;
    two_hosts t(
        [&](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            timer later(self, 5ms);
            later.async_wait([&](error_code) { s.cancel(); });
            co_await read_some(s, by_object);
            timer deadline(self, 5ms);
            std::array<char, 8> data;
            auto winner = co_await (s.async_read_some(asio::buffer(data), use_awaitable) ||
                                    deadline.async_wait(use_awaitable));
            timed_out = winner.index() == 1;
        },
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await accepted(self);
            co_await pause_for(1s);
        });
    t.run();
    EXPECT_EQ(by_object, asio::error::operation_aborted);
    EXPECT_TRUE(timed_out);
}

TEST(Socket, IsNotConnectedBeforeItConnects) {
    error_code ec;
    two_hosts t([&](incarnation& self) -> awaitable<void> {
        socket s(self);
        co_await read_some(s, ec);
        EXPECT_EQ(co_await write_text(s, "x"), asio::error::not_connected);
    });
    t.run();
    EXPECT_EQ(ec, asio::error::not_connected);
}

// --- What a fault injector may do at each point ---

TEST(SocketFault, SilenceLosesAMessageAndAllThatFollowsIt) {
    single_fault inject_once("client>server/request#2", injection(primitive::lose));
    two_hosts t(
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            co_await write_text(s, "one");
            EXPECT_FALSE(co_await write_text(s, "two"));
            EXPECT_FALSE(co_await write_text(s, "three"));
            s.close();
        },
        accept_and_note, &inject_once);
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("read one"));
    EXPECT_EQ(t.count(event_kind::lost), 2U);
}

TEST(SocketFault, DelayKeepsTheOrder) {
    single_fault inject_once("client>server/request", injection(primitive::delay, 50ms));
    two_hosts t(
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            co_await write_text(s, "one");
            co_await write_text(s, "two");
            co_await pause_for(100ms);
        },
        [&](incarnation& self) -> awaitable<void> {
            socket s = co_await accepted(self);
            error_code ec;
            std::string got;
            while (got != "onetwo") {
                got += co_await read_some(s, ec);
                EXPECT_EQ(self.in().now().time_since_epoch(), 2ms + 1ms + 50ms);
            }
            self.note("complete");
        },
        &inject_once);
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("complete"));
}

TEST(SocketFault, ResetComesInsteadOfTheMessage) {
    single_fault inject_once("client>server/request", injection(primitive::reset, timing::before));
    error_code ec;
    two_hosts t(
        [&](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            ec = co_await write_text(s, "one");
        },
        accept_and_note, &inject_once);
    t.run();
    EXPECT_EQ(ec, asio::error::connection_reset);
    EXPECT_THAT(t.notes(), ElementsAre("read Connection reset by peer"));
}

TEST(SocketFault, ConnectIsRefusedOrNeverAnswered) {
    for (const primitive p : {primitive::refuse, primitive::lose}) {
        single_fault inject_once("client>server/connect", injection(p));
        error_code ec = asio::error::would_block;
        two_hosts t(
            [&](incarnation& self) -> awaitable<void> {
                socket s(self);
                co_await s.async_connect(endpoint("server", 80),
                                         asio::redirect_error(use_awaitable, ec));
            },
            accept_and_note, &inject_once);
        t.run();
        EXPECT_EQ(ec, p == primitive::refuse ? asio::error::connection_refused
                                             : asio::error::would_block);
    }
}

TEST(SocketFault, KillBeforeAndAfterAMessage) {
    for (const timing when : {timing::before, timing::after}) {
        single_fault inject_once("client>server/request", injection(primitive::kill, when));
        two_hosts t([](incarnation& self) { return send_once(self, "last words"); },
                    accept_and_note, &inject_once);
        t.run();
        EXPECT_EQ(t.client.alive(), nullptr);
        if (when == timing::before) {
            EXPECT_THAT(t.notes(), ElementsAre("read End of file"));
        } else {
            EXPECT_THAT(t.notes(), ElementsAre("read last words", "read End of file"));
        }
    }
}

TEST(SocketFault, PowerOffIsSilentAndARestartedMachineResets) {
    injection off(primitive::power_off, timing::after);
    off.restart = 20ms;
    single_fault inject_once("client>server/request", off);
    int starts = 0;
    two_hosts t(
        [&](incarnation& self) -> awaitable<void> {
            if (++starts == 1) {
                co_await send_once(self, "last words");
            }
        },
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await accepted(self);
            error_code ec;
            self.note("read", 0, co_await read_some(s, ec));
            co_await pause_for(10ms);
            EXPECT_FALSE(co_await write_text(s, "to a machine that is off"));
            co_await pause_for(50ms);
            EXPECT_FALSE(co_await write_text(s, "to one that came back"));
            co_await read_some(s, ec);
            self.note("then", 0, ec.message());
        },
        &inject_once);
    t.run();
    EXPECT_EQ(starts, 2);
    EXPECT_THAT(t.notes(), ElementsAre("read last words", "then Connection reset by peer"));
}

// --- Partitions ---

struct partitioned : two_hosts {
    partitioned()
        : two_hosts([](incarnation& self) { return send_once(self, "held"); }, accept_and_note) {}

    std::vector<duration> arrivals() const {
        std::vector<duration> at;
        for (const trace_event& r : w.events().records()) {
            if (r.kind == event_kind::delivered) {
                at.push_back(r.at.time_since_epoch());
            }
        }
        return at;
    }

    std::array<const host*, 1> here{&client_host};
    std::array<const host*, 1> there{&server_host};
};

TEST(Partition, HoldsWhatIsUnderWayUntilItIsHealed) {
    partitioned t;
    t.w.after(2500us, [&] { t.w.net().partition(t.here, t.there); });
    t.w.after(100ms, [&] { t.w.net().heal(); });
    t.run();
    EXPECT_THAT(t.arrivals(), ElementsAre(101ms));
    EXPECT_EQ(t.count(event_kind::partitioned), 2U);
    EXPECT_EQ(t.count(event_kind::healed), 2U);
}

TEST(Partition, OfOneDirectionLetsTheOtherPass) {
    partitioned t;
    t.w.after(2500us, [&] { t.w.net().cut(t.there, t.here); });
    t.run();
    EXPECT_THAT(t.arrivals(), ElementsAre(3ms));
    EXPECT_EQ(t.count(event_kind::partitioned), 1U);
}

TEST(Partition, KeepsAConnectWaiting) {
    partitioned t;
    t.w.net().partition(t.here, t.there);
    t.w.after(100ms, [&] { t.w.net().heal(); });
    t.run();
    EXPECT_THAT(t.arrivals(), ElementsAre(103ms));
}

TEST(Partition, ThatIsNeverHealedEndsQuietly) {
    partitioned t;
    t.w.net().partition(t.here, t.there);
    EXPECT_EQ(t.run().end, run_end::quiescent);
    EXPECT_TRUE(t.arrivals().empty());
}

TEST(Network, UsesAConnectionAgainOnceNobodyHoldsIt) {
    two_hosts t(
        [](incarnation& self) -> awaitable<void> {
            for (int i = 0; i < 100; ++i) {
                socket s = co_await connected(self);
                co_await write_text(s, "x");
                error_code ec;
                EXPECT_EQ(co_await read_some(s, ec), "x");
            }
        },
        [](incarnation& self) -> awaitable<void> {
            acceptor a(self, 80);
            while (true) {
                socket s = co_await a.async_accept(use_awaitable);
                error_code ec;
                const std::string text = co_await read_some(s, ec);
                co_await write_text(s, text);
                co_await read_some(s, ec);
            }
        });
    t.run();
    EXPECT_EQ(t.count(event_kind::connected), 100U);
    EXPECT_LE(t.w.net().connections_made(), 3U);
}

TEST(Network, JitterIsDrawnFromTheSeedAlone) {
    const auto arrival = [](std::uint64_t seed) {
        world w({.seed = seed});
        w.net().set_default_link(link(1ms, 1ms));
        process& server = w.add_host("server").add_process("server-1", run_body(accept_and_note));
        process& client = w.add_host("client").add_process(
            "client-1", run_body([](incarnation& self) { return send_once(self, "x"); }));
        server.start();
        client.start();
        return w.run().hash;
    };
    EXPECT_EQ(arrival(1), arrival(1));
    EXPECT_NE(arrival(1), arrival(2));
}

}  // namespace
}  // namespace onceproof::sim
