// A dozen intents of one client meet a server that is down for three seconds.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario outage() {
    scenario s;
    s.name = "outage";
    s.summary =
        "A client has a dozen intents at once while the server is down: budget and breaker spare "
        "it, and all settle.";
    std::vector<errand> many;
    for (std::uint64_t intent = 1; intent <= 12; ++intent) {
        many.emplace_back(intent);
    }
    client_work client("client", many);
    client.at_once = true;
    s.work.servers = {"api-1"};
    s.work.clients = {client};
    sim::disturbance down(sim::harm::kill_before);
    down.restart = std::chrono::seconds(3);
    s.plan = {{"pay-1/attempt-1/api-1/db open", down}};
    s.swarm.faults_max = 1;
    s.must_reach = {mark_named("server-died")};
    return s;
}

}  // namespace onceproof::scenarios
