// A charge that is sent without a key is not sent again when its answer is lost.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario no_key() {
    scenario s;
    s.name = "no-key";
    s.summary =
        "A client sends no key and gets no answer: it does not ask again, and says that it does "
        "not know.";
    errand without(1);
    without.keyed = false;
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {without}}};
    s.plan = {{"pay-1/attempt-1/client>api/response", sim::disturbance(sim::harm::silence)}};
    s.swarm.faults_max = 1;
    s.must_reach = {mark_named("outcome-unknown")};
    return s;
}

}  // namespace onceproof::scenarios
