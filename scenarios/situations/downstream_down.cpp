// The system downstream is down for a second.
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario downstream_down() {
    scenario s;
    s.name = "downstream-down";
    s.summary = "The system downstream dies when it is called, and is back after a second.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.usual = performer(*find_subject("recovery-points"));
    sim::disturbance down(sim::harm::kill_before);
    down.restart = std::chrono::seconds(1);
    s.plan = {{"pay-1/attempt-1/acquirer-1/db open", down}};
    s.swarm.faults_max = 1;
    s.suits = [](const subject& by) { return by.has("downstream"); };
    s.must_reach = {{"a call downstream had no answer",
                     [](const happenings& h) { return h.was_told_downstream(0); }}};
    return s;
}

}  // namespace onceproof::scenarios
