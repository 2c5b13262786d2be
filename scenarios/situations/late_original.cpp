// The first attempt is late: it arrives after the client has given it up and asked again.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario late_original() {
    scenario s;
    s.name = "late-original";
    s.summary =
        "A request is delayed beyond the patience of its client: it arrives beside the retry, or "
        "after it.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.plan = {{"pay-1/attempt-1/client>api/request",
               sim::disturbance(sim::harm::delay, std::chrono::milliseconds(400))}};
    s.swarm.faults_max = 1;
    s.must_reach = {mark_named("replayed")};
    return s;
}

}  // namespace onceproof::scenarios
