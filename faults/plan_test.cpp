// A plan does what it lists, where it lists it, and says what the run never met.
#include "faults/plan.hpp"

#include "sim/two_hosts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::faults {
namespace {

using testing::ElementsAre;
using namespace std::chrono_literals;

sim::awaitable<void> send_twice(sim::incarnation& self) {
    sim::socket s = co_await sim::connected(self);
    for (std::uint64_t i = 1; i <= 2; ++i) {
        sim::activity::root(self.get_executor()).open("pay", i);
        co_await sim::write_text(s, "request " + std::to_string(i));
    }
}

sim::awaitable<void> note_one(sim::incarnation& self) {
    sim::socket s = co_await sim::accepted(self);
    sim::error_code ec;
    const std::string text = co_await sim::read_some(s, ec);
    self.note("read", 0, ec ? ec.message() : text);
}

std::vector<std::string> notes_under(const plan& p, std::vector<std::string>* unmet = nullptr) {
    plan_player player(p);
    sim::two_hosts t(send_twice, note_one, &player);
    t.run();
    if (unmet != nullptr) {
        *unmet = player.unmet();
    }
    return t.notes();
}

TEST(Plan, TheEmptyPlanIsTheCalmRun) {
    EXPECT_THAT(notes_under({}), ElementsAre("pay-1 read request 1"));
}

TEST(Plan, StrikesAtThePointItNames) {
    const plan p{{"pay-1/client>server/request", sim::disturbance(sim::harm::reset)}};
    EXPECT_THAT(notes_under(p), ElementsAre("read Connection reset by peer"));
}

TEST(Plan, TellsWhatTheRunNeverMet) {
    const plan p{{"pay-3/client>server/request", sim::disturbance(sim::harm::reset)},
                 {"pay-1/client>server/request", sim::disturbance(sim::harm::delay, 1ms)}};
    std::vector<std::string> unmet;
    EXPECT_THAT(notes_under(p, &unmet), ElementsAre("pay-1 read request 1"));
    EXPECT_THAT(unmet, ElementsAre("pay-3/client>server/request"));
}

}  // namespace
}  // namespace onceproof::faults
