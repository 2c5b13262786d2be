// The owner of a claim sleeps past its lease, wakes and fails: the record is another's by then.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario zombie_fails() {
    scenario s;
    s.name = "zombie-fails";
    s.summary =
        "A server stalls past its lease, and fails when it goes on: the claim is not its own any "
        "more.";
    errand first(1);
    first.key = "form-1";
    errand second = first;
    second.at = "api-2";
    s.work.servers = {"api-1", "api-2"};
    s.work.clients = {{"client-1", {first}},
                      {"client-2", {second}, std::chrono::milliseconds(2100)}};
    s.plan = {{"pay-1/attempt-1/api-1/db commit",
               sim::disturbance(sim::harm::pause, std::chrono::milliseconds(2500))},
              {"pay-1/attempt-1/api-1/work", sim::disturbance(sim::harm::fail_before)}};
    s.swarm.faults_max = 1;
    s.suits = [](const subject& by) { return by.has("claims-first"); };
    s.must_reach = {{"a dead claim was taken over",
                     [](const happenings& h) { return h.said(model::marks::takes_over); }}};
    return s;
}

}  // namespace onceproof::scenarios
