// The wall clock is set back when a claim has been made, and its owner dies.
#include "scenarios/catalogue.hpp"

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
    s.suits = [](const subject& by) { return by.claims_first && by.needs == requirement::nothing; };
    s.must_reach = {mark_named("claim-taken-over")};
    return s;
}

}  // namespace onceproof::scenarios
