// The system downstream makes the charge, and says that it does not know.
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario downstream_unsure() {
    scenario s;
    s.name = "downstream-unsure";
    s.summary = "The system downstream makes the charge and answers 500.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.usual = performer(*find_subject("recovery-points"));
    s.plan = {{"pay-1/attempt-1/acquirer-1/serve#2", sim::disturbance(sim::harm::fail_after)}};
    s.swarm.faults_max = 1;
    s.suits = [](const subject& by) { return by.has("keyed-downstream"); };
    s.must_reach = {{"it was not known what became downstream",
                     [](const happenings& h) { return h.was_told_downstream(500); }}};
    return s;
}

}  // namespace onceproof::scenarios
