// The server turns one client away again and again: more often than it may ask, or can pay for.
#include "scenarios/catalogue.hpp"

#include <fmt/format.h>

namespace onceproof::scenarios {

scenario turned_away_often() {
    scenario s;
    s.name = "turned-away-often";
    s.summary =
        "Each attempt at two intents is answered 429, ten times over: the client stops when it "
        "has asked often enough, and when its budget is spent.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1), errand(2)}}};
    for (int i = 0; i < 20; ++i) {
        s.plan.emplace_back(fmt::format("pay-{}/attempt-{}/api-1/serve", i / 10 + 1, i % 10 + 1),
                            sim::disturbance(sim::harm::too_busy));
    }
    s.swarm.faults_max = 1;
    s.must_reach = {mark_named("outcome-unknown")};
    return s;
}

}  // namespace onceproof::scenarios
