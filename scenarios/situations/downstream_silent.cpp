// What the system downstream answers is lost: what it did is not known.
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario downstream_silent() {
    scenario s;
    s.name = "downstream-silent";
    s.summary = "The system downstream makes the charge, and its answer is lost.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.usual = performer(*find_subject("recovery-points"));
    s.plan = {{"pay-1/attempt-1/api-1>acquirer/response#2", sim::disturbance(sim::harm::silence)}};
    s.swarm.faults_max = 1;
    s.suits = [](const subject& by) { return by.has("keyed-downstream"); };
    s.must_reach = {{"an answer from downstream was lost",
                     [](const happenings& h) { return h.lost_downstream_answer; }}};
    return s;
}

}  // namespace onceproof::scenarios
