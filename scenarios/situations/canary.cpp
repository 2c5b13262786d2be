// Must fail: a client that makes a new key for each attempt, whose first answer is lost.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario canary_scenario() {
    scenario s;
    s.name = "canary";
    s.summary =
        "Must fail: each attempt has a key of its own, so a lost answer becomes a second charge.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.plan = {{"pay-1/attempt-1/client>api/response", sim::disturbance(sim::harm::silence)}};
    s.swarm.faults_max = 0;
    s.usual = performer(*find_mutant("key-per-attempt"));
    s.must_reach = {mark_named("answer-lost-after-effect")};
    return s;
}

}  // namespace onceproof::scenarios
