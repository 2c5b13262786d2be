// Every kind of event is told in words, and no text of the code under test reaches the terminal
// raw.
#include "reports/run/story.hpp"

#include "base/escape.hpp"
#include "sim/executor.hpp"
#include "sim/host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace onceproof::reports {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Escape, LeavesNothingThatCouldMoveTheCursor) {
    EXPECT_EQ(base::escape("plain {\"a\":1}"), "plain {\"a\":1}");
    EXPECT_EQ(base::escape("\033[2Jgone\r\n\x7f\x9b"), "\\x1b[2Jgone\\r\\n\\x7f\\x9b");
    EXPECT_EQ(base::escape("back\\slash"), "back\\\\slash");
    EXPECT_EQ(base::escape(std::string_view("\0", 1)), "\\x00");
    EXPECT_EQ(base::escape("123456", 4), "1234...");
    EXPECT_EQ(base::escape("1234", 4), "1234");
}

// Names the kinds of events, so that a new one without words fails here.
TEST(Story, HasWordsForEveryKindOfEvent) {
    sim::world w({});
    w.add_host("api");
    for (int kind = 1; kind <= static_cast<int>(sim::event_kind::failed); ++kind) {
        sim::trace_event r{};
        r.kind = static_cast<sim::event_kind>(kind);
        r.actor = r.peer = 1;
        r.a = r.b = 1;
        r.word = "word";
        const std::string told = tell(r, w);
        EXPECT_GT(told.size(), std::string("    0.000000  api  ").size()) << kind;
    }
}

TEST(Story, TellsWhatSurvivedAPowerOff) {
    sim::world w({.keep_trace = true});
    sim::host& host = w.add_host("api");
    w.after(1ms, [&] { host.power_off(sim::survival(sim::survivors::only, 2)); });
    w.run();
    EXPECT_THAT(story(w), HasSubstr("loses power; of what was not synced survives: only 2\n"));
}

TEST(Story, LinesUpAndTellsOnWhoseBehalf) {
    sim::world w({.keep_trace = true});
    sim::process& p = w.add_host("host").add_process("teller", [](sim::incarnation& self) {
        sim::activity::root(self.get_executor()).open("intent", 1);
        self.note("says", 7, "a\033b");
    });
    w.after(1500us, [&] { p.kill(); });
    p.start();
    w.run();
    EXPECT_EQ(story(w),
              "          ms  who     what happens\n"
              "    0.000000  teller  starts on host\n"
              "    0.000000  teller  says 7 a\\x1bb  [intent-1]\n"
              "    1.500000  teller  is killed\n"
              "    1.500000          stops here: quiescent after 2 steps\n");
}

TEST(Story, UsesColourOnlyWhenAsked) {
    sim::world w({.keep_trace = true});
    sim::process& p = w.add_host("host").add_process("p", [](sim::incarnation&) {});
    p.start();
    w.run();
    p.kill();
    EXPECT_THAT(story(w), Not(HasSubstr("\033")));
    EXPECT_THAT(story(w, {.colour = true}), HasSubstr("\033[31mis killed\033[0m"));
}

}  // namespace
}  // namespace onceproof::reports
