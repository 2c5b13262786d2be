// The server turns the first attempt away, and says when to come back.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario too_many_requests() {
    scenario s;
    s.name = "too-many-requests";
    s.summary =
        "The first attempt is answered 429 with Retry-After; the client waits that long, and a "
        "little more.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.plan = {{"pay-1/attempt-1/api-1/serve", sim::disturbance(sim::harm::too_busy)}};
    s.swarm.faults_max = 1;
    s.must_reach = {mark_named("answered 429")};
    return s;
}

}  // namespace onceproof::scenarios
