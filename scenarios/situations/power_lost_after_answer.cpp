// The power goes as soon as the charge is answered, and nobody asks again.
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario power_lost_after_answer() {
    scenario s;
    s.name = "power-lost-after-answer";
    s.summary = "The host loses power as soon as the request is answered, and nobody asks again.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    sim::disturbance cut(sim::harm::power_off_after);
    cut.restart = std::chrono::milliseconds(20);
    s.plan = {{"pay-1/attempt-1/client>api/response", cut}};
    s.swarm.faults_max = 1;
    s.must_reach = {{"the host lost power once the request was answered",
                     [](const happenings& h) { return h.server_died && h.answered(201); }}};
    return s;
}

}  // namespace onceproof::scenarios
