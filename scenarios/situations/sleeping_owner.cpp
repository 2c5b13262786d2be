// The owner of a claim sleeps past its lease, and wakes when another has done its work.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario sleeping_owner() {
    scenario s;
    s.name = "sleeping-owner";
    s.summary =
        "A server stalls past its lease with the claim of a key, and goes on when another has "
        "charged.";
    errand first(1);
    first.key = "form-1";
    errand second = first;
    second.at = "api-2";
    s.work.servers = {"api-1", "api-2"};
    s.work.clients = {{"client-1", {first}},
                      {"client-2", {second}, std::chrono::milliseconds(2100)}};
    s.plan = {{"pay-1/attempt-1/api-1/db commit",
               sim::disturbance(sim::harm::pause, std::chrono::milliseconds(2500))}};
    s.swarm.faults_max = 1;
    s.suits = [](const subject& by) { return by.has("claims-first"); };
    s.must_reach = {{"a dead claim was taken over",
                     [](const happenings& h) { return h.said(model::marks::takes_over); }}};
    return s;
}

}  // namespace onceproof::scenarios
