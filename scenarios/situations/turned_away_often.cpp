// The server turns one client away again and again: more often than it may ask.
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

#include <fmt/format.h>

namespace onceproof::scenarios {

scenario turned_away_often() {
    scenario s;
    s.name = "turned-away-often";
    s.summary =
        "Each attempt is answered 429, ten times over: the client stops when it has asked enough.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    for (int attempt = 1; attempt <= 10; ++attempt) {
        s.plan.emplace_back(fmt::format("pay-1/attempt-{}/api-1/serve", attempt),
                            sim::disturbance(sim::harm::too_busy));
    }
    s.swarm.faults_max = 1;
    s.must_reach = {{"a client gave up", [](const happenings& h) {
                         return h.said("gives up: the outcome is unknown");
                     }}};
    return s;
}

}  // namespace onceproof::scenarios
