// The server dies when the charge is made downstream, and not yet recorded.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario killed_after_capture() {
    scenario s;
    s.name = "killed-after-capture";
    s.summary =
        "The server dies between the charge downstream and its record of it; who takes over finds "
        "out.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.usual = performer(*find_subject("recovery-points"));
    sim::disturbance kill(sim::harm::kill_before);
    kill.restart = std::chrono::milliseconds(20);
    s.plan = {{"pay-1/attempt-1/api-1/db record", kill}};
    s.swarm.faults_max = 1;
    s.suits = [](const subject& by) { return by.has("downstream"); };
    s.must_reach = {{"a dead claim was taken over",
                     [](const happenings& h) { return h.said(model::marks::takes_over); }}};
    return s;
}

}  // namespace onceproof::scenarios
