// An answer of many segments is cut off, and replayed whole.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario large_answer() {
    scenario s;
    s.name = "large-answer";
    s.summary = "The answer is large and is reset half-way; the retry gets all of it.";
    errand large(1);
    large.extra = 20'000;
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {large}}};
    s.plan = {{"pay-1/attempt-1/client>api/response", sim::disturbance(sim::harm::reset_within)}};
    s.swarm.faults_max = 1;
    s.must_reach = {mark_named("replayed")};
    return s;
}

}  // namespace onceproof::scenarios
