// Labels travel with operations and messages, and with nothing else.
#include "sim/trace/activity.hpp"

#include "sim/channel.hpp"
#include "sim/net/two_hosts.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/post.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace onceproof::sim {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;
using namespace asio::experimental::awaitable_operators;

awaitable<void> ask(incarnation& self, socket& s, std::string text, std::uint64_t number) {
    activity::root(self.get_executor()).open("job", number);
    co_await write_text(s, std::move(text));
}

TEST(Activity, NamesAndIdsComeFromTheWords) {
    activity_table table;
    const std::uint32_t job = table.open(0, "job", 1);
    const std::uint32_t attempt = table.open(job, "attempt", 2);
    EXPECT_EQ(table.name(attempt), "job-1/attempt-2");
    EXPECT_EQ(table.id(attempt), activity_id("job-1/attempt-2"));
    EXPECT_EQ(table.id(job), activity_id("job-1"));
    EXPECT_EQ(table.name(0), "");
    EXPECT_EQ(table.id(0), activity_id(""));
    EXPECT_NE(table.id(table.open(job, "attempt", 3)), table.id(attempt));
}

TEST(Activity, IsRestoredWhenAnOperationCompletes) {
    two_hosts t([](incarnation& self) -> awaitable<void> {
        const activity job = activity::root(self.get_executor()).open("job", 1);
        timer slow(self, 10ms);
        slow.async_wait([&self](error_code) { self.note("slow"); });
        asio::post(self.get_executor(), [&self] { self.note("posted"); });
        job.open("attempt", 1);
        co_await pause_for(5ms);
        self.note("quick");
        job.enter();
        self.note("back");
        co_await pause_for(10ms);
    });
    t.run();
    EXPECT_THAT(t.notes(),
                ElementsAre("job-1 posted", "job-1/attempt-1 quick", "job-1 back", "job-1 slow"));
}

TEST(Activity, ReadingAdoptsAndTheAnswerCarriesItBack) {
    two_hosts t(
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            co_await ask(self, s, "question", 1);
            activity::root(self.get_executor()).enter();
            error_code ec;
            const std::string text = co_await read_some(s, ec);
            self.note("got", 0, text);
        },
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await accepted(self);
            self.note("accepted");
            error_code ec;
            co_await read_some(s, ec);
            self.note("serving");
            co_await pause_for(1ms);
            co_await write_text(s, "answer");
        });
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("accepted", "job-1 serving", "job-1 got answer"));
}

// Two clients' requests, or one client's two, arrive together on a connection that is kept.
TEST(Activity, AReadNeverCrossesALabelBoundary) {
    two_hosts t(
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            co_await ask(self, s, "first", 1);
            co_await ask(self, s, "sec", 2);
            co_await ask(self, s, "ond", 2);
            co_await pause_for(100ms);
        },
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await accepted(self);
            co_await pause_for(20ms);
            error_code ec;
            while (!ec) {
                const std::string text = co_await read_some(s, ec);
                self.note("read", 0, text);
            }
        });
    t.run();
    const std::vector<std::string> notes = t.notes();
    ASSERT_GE(notes.size(), 2U);
    EXPECT_EQ(notes[0], "job-1 read first");
    EXPECT_EQ(notes[1].substr(0, 14), "job-2 read sec");
}

TEST(Activity, AChannelMessageAdoptsAWakeUpDoesNot) {
    two_hosts t([](incarnation& self) -> awaitable<void> {
        channel<int> messages(self, 1);
        channel<void> wake_ups(self, 1);
        timer condition(self, 1s);
        const auto worker = [&](auto what) { asio::co_spawn(self, what, asio::detached); };
        const activity root = activity::root(self.get_executor());
        root.open("worker", 1);
        worker([&]() -> awaitable<void> {
            co_await wake_ups.async_receive(use_awaitable);
            self.note("woken");
        });
        worker([&]() -> awaitable<void> {
            error_code ec;
            co_await condition.async_wait(asio::redirect_error(use_awaitable, ec));
            self.note("cancelled");
        });
        worker([&]() -> awaitable<void> {
            co_await messages.async_receive(use_awaitable);
            self.note("received");
        });
        co_await pause_for(1ms);
        root.open("job", 1);
        co_await messages.async_send(1, use_awaitable);
        co_await wake_ups.async_send(use_awaitable);
        condition.cancel();
        co_await pause_for(1ms);
        self.note("done");
    });
    t.run();
    EXPECT_THAT(t.notes(), UnorderedElementsAre("job-1 received", "worker-1 woken",
                                                "worker-1 cancelled", "job-1 done"));
}

TEST(Activity, AValueHeldByAChannelKeepsItsLabel) {
    two_hosts t([](incarnation& self) -> awaitable<void> {
        channel<int> messages(self, 0);
        const activity root = activity::root(self.get_executor());
        root.open("job", 1);
        messages.async_send(1, asio::detached);
        root.open("job", 2);
        messages.async_send(2, asio::detached);
        root.enter();
        for (int i = 0; i < 2; ++i) {
            co_await messages.async_receive(use_awaitable);
            self.note("received");
        }
    });
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("job-1 received", "job-2 received"));
}

// The usual way to read with a deadline: the timer is cancelled by the read that won, and the
// coroutine goes on under what was read.
TEST(Activity, AfterOrTheCoroutineActsUnderWhatTheWinnerRead) {
    two_hosts t(
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            for (std::uint64_t i = 1; i <= 2; ++i) {
                co_await ask(self, s, "question", i);
                co_await pause_for(10ms);
            }
        },
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await accepted(self);
            std::array<char, 64> data;
            for (int i = 0; i < 3; ++i) {
                timer deadline(self, 50ms);
                const auto first = co_await (s.async_read_some(asio::buffer(data), use_awaitable) ||
                                             deadline.async_wait(use_awaitable));
                self.note(first.index() == 0 ? literal("read") : literal("too late"));
            }
        });
    t.run();
    const std::vector<std::string> notes = t.notes();
    EXPECT_EQ(notes[0], "job-1 read");
    EXPECT_EQ(notes[1], "job-2 read");
}

TEST(Activity, WhenTheTimerWinsNothingIsAdopted) {
    two_hosts t(
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            co_await pause_for(100ms);
            co_await ask(self, s, "too late", 1);
        },
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await accepted(self);
            std::array<char, 64> data;
            activity::root(self.get_executor()).open("idle", 1);
            timer deadline(self, 50ms);
            co_await (s.async_read_some(asio::buffer(data), use_awaitable) ||
                      deadline.async_wait(use_awaitable));
            self.note("gave up");
        });
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("idle-1 gave up"));
}

TEST(Activity, ACancellerThatReadNothingHandsNothingOver) {
    two_hosts t([](incarnation& self) -> awaitable<void> {
        const activity root = activity::root(self.get_executor());
        root.open("supervisor", 1);
        asio::cancellation_signal stop;
        const activity worker = root.open("worker", 1);
        timer long_one(self, 1s);
        long_one.async_wait(asio::bind_cancellation_slot(
            stop.slot(), [&self](error_code) { self.note("stopped"); }));
        root.open("supervisor", 1);
        stop.emit(asio::cancellation_type::terminal);
        co_await pause_for(1ms);
        worker.enter();
    });
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("worker-1 stopped"));
}

TEST(Activity, AfterAndTheLastArmDecides) {
    two_hosts t(
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            co_await ask(self, s, "question", 1);
            co_await pause_for(100ms);
        },
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await accepted(self);
            std::array<char, 64> data;
            const activity before = activity::root(self.get_executor()).open("serve", 1);
            timer short_one(self, 1us);
            co_await (s.async_read_some(asio::buffer(data), use_awaitable) &&
                      short_one.async_wait(use_awaitable));
            self.note("the read was last");
            before.enter();
            timer long_one(self, 10ms);
            co_await (pause_for(1ms) && long_one.async_wait(use_awaitable));
            self.note("the timer was last");
        });
    t.run();
    EXPECT_THAT(t.notes(), ElementsAre("job-1 the read was last", "serve-1 the timer was last"));
}

// Happens-before is recorded apart from the label: the answer was caused by the question.
TEST(Activity, TheCauseOfAnEventIsAnotherEvent) {
    two_hosts t(
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await connected(self);
            co_await ask(self, s, "question", 1);
            error_code ec;
            co_await read_some(s, ec);
            self.note("answered");
        },
        [](incarnation& self) -> awaitable<void> {
            socket s = co_await accepted(self);
            error_code ec;
            co_await read_some(s, ec);
            co_await write_text(s, "answer");
        });
    t.run();
    const std::vector<trace_event>& all = t.w.events().records();
    std::vector<event_kind> chain;
    std::size_t at = all.size() - 1;
    while (all[at].kind != event_kind::note) {
        --at;
    }
    for (std::uint32_t cause = all[at].cause; cause != 0; cause = all[cause - 1].cause) {
        chain.push_back(all[cause - 1].kind);
    }
    EXPECT_THAT(chain, ::testing::ElementsAreArray({event_kind::delivered, event_kind::sent,
                                                    event_kind::delivered, event_kind::sent,
                                                    event_kind::connected, event_kind::connecting,
                                                    event_kind::started}));
}

}  // namespace
}  // namespace onceproof::sim
