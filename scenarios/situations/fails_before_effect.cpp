// The handler fails before it has done anything.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario fails_before_effect() {
    scenario s;
    s.name = "fails-before-effect";
    s.summary =
        "The work fails before the charge is made: the claim is given up, and the retry does it.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.plan = {{"pay-1/attempt-1/api-1/work", sim::disturbance(sim::harm::fail_before)}};
    s.swarm.faults_max = 1;
    s.suits = [](const subject& by) { return by.has("claims-first"); };
    s.must_reach = {{"a claim was given up",
                     [](const happenings& h) { return h.said(model::marks::releases); }}};
    return s;
}

}  // namespace onceproof::scenarios
