// The system downstream turns the call away.
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario downstream_busy() {
    scenario s;
    s.name = "downstream-busy";
    s.summary = "The system downstream answers 429: nothing was done, and the claim is given up.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.usual = performer(*find_subject("recovery-points"));
    s.plan = {{"pay-1/attempt-1/acquirer-1/serve", sim::disturbance(sim::harm::too_busy)}};
    s.swarm.faults_max = 1;
    s.suits = [](const subject& by) { return by.has("downstream"); };
    s.must_reach = {{"a call downstream was turned away",
                     [](const happenings& h) { return h.was_told_downstream(429); }}};
    return s;
}

}  // namespace onceproof::scenarios
