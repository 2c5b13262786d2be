// The wall clock is set back when a claim has been made, and its owner dies.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario clock_set_back() {
    using namespace std::chrono_literals;
    scenario s;
    s.name = "clock-set-back";
    s.summary =
        "The clock of the server is set back by an hour after a claim, whose owner then dies: the "
        "claim is not honoured for that hour.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    sim::disturbance kill(sim::harm::kill_after);
    kill.restart = 20ms;
    s.plan = {{"pay-1/attempt-1/api-1/db claim", sim::disturbance(sim::harm::clock_jump, -1h)},
              {"pay-1/attempt-1/api-1/db commit", kill}};
    s.swarm.faults_max = 1;
    s.suits = [](const subject& by) { return by.has("claims-first") && by.has("local-effect"); };
    s.must_reach = {{"a dead claim was taken over",
                     [](const happenings& h) { return h.said(model::marks::takes_over); }}};
    return s;
}

}  // namespace onceproof::scenarios
