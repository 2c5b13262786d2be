// The wall clock of the servers jumps over the retention between two attempts.
#include "scenarios/catalogue.hpp"
#include "scenarios/charge_faults.hpp"

namespace onceproof::scenarios {

scenario clock_past_retention() {
    scenario s;
    s.name = "clock-past-retention";
    s.summary = "The clock of the server jumps by a day between the charge and the retry.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.plan = {{"pay-1/attempt-1/api-1/db commit#2",
               sim::disturbance(sim::harm::clock_jump, std::chrono::hours(25))},
              {"pay-1/attempt-1/client>api/response", sim::disturbance(sim::harm::silence)}};
    s.swarm.faults_max = 1;
    s.suits = [](const subject& by) {
        return by.space == &charge_faults() && by.name == reference().name;
    };
    s.must_reach = {mark_named("told-expired")};
    return s;
}

}  // namespace onceproof::scenarios
