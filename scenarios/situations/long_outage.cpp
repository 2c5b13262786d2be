// The server is down for longer than a client tries.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario long_outage() {
    scenario s;
    s.name = "long-outage";
    s.summary =
        "The server is down for a minute: the client gives up in time, and says that it does not "
        "know.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    sim::disturbance down(sim::harm::kill_before);
    down.restart = std::chrono::minutes(1);
    s.plan = {{"pay-1/attempt-1/api-1/db open", down}};
    s.swarm.faults_max = 1;
    s.must_reach = {mark_named("outcome-unknown")};
    return s;
}

}  // namespace onceproof::scenarios
