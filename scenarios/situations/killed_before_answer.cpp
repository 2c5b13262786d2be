// The server is killed when the charge is committed and not yet answered, and starts again.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario killed_before_answer() {
    scenario s;
    s.name = "killed-before-answer";
    s.summary =
        "The server is killed between the commit of the effect and its answer, and starts "
        "again.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    sim::disturbance kill(sim::harm::kill_before);
    kill.restart = std::chrono::milliseconds(20);
    s.plan = {{"pay-1/attempt-1/client>api/response", kill}};
    s.swarm.faults_max = 1;
    s.must_reach = {{"the server was killed between effect and answer",
                     [](const happenings& h) { return h.killed_between_effect_and_answer; }},
                    {"the stored answer was replayed",
                     [](const happenings& h) { return h.said(model::marks::replays); }}};
    return s;
}

}  // namespace onceproof::scenarios
