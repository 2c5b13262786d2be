// The answer is lost after the charge was made; the client, who cannot know that, tries again.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario lost_answer() {
    scenario s;
    s.name = "lost-answer";
    s.summary =
        "The answer is lost after the charge was made; the client, who cannot know that, "
        "tries again with the same key.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.plan = {{"pay-1/attempt-1/client>api/response", sim::disturbance(sim::harm::silence)}};
    s.swarm.faults_max = 1;
    s.must_reach = {mark_named("answer-lost-after-effect"), mark_named("replayed")};
    return s;
}

}  // namespace onceproof::scenarios
