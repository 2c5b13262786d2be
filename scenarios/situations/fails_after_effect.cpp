// The handler fails once the charge is made: when it writes the answer, say.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario fails_after_effect() {
    scenario s;
    s.name = "fails-after-effect";
    s.summary =
        "The work fails after the charge was made: the record stays, and the retry is told.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.plan = {{"pay-1/attempt-1/api-1/work", sim::disturbance(sim::harm::fail_after)}};
    s.swarm.faults_max = 1;
    s.suits = [](const subject& by) { return by.claims_first; };
    s.must_reach = {mark_named("answered 503"), mark_named("replayed")};
    return s;
}

}  // namespace onceproof::scenarios
