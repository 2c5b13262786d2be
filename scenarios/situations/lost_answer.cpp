// The answer is lost after the effect was made; the client, who cannot know that, tries again.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario lost_answer() {
    scenario s;
    s.name = "lost-answer";
    s.summary =
        "The answer is lost after the effect was made; the client, who cannot know that, "
        "tries again with the same key.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.plan = {{"pay-1/attempt-1/client>api/response", sim::disturbance(sim::harm::silence)}};
    s.swarm.faults_max = 1;
    s.must_reach = {{"the answer was lost after the effect",
                     [](const happenings& h) { return h.lost_answer_after_effect; }},
                    {"the stored answer was replayed",
                     [](const happenings& h) { return h.said(model::marks::replays); }}};
    return s;
}

}  // namespace onceproof::scenarios
