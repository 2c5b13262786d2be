// The owner of a claim dies; two who come after it see the dead claim at the same time.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario dead_owner() {
    scenario s;
    s.name = "dead-owner";
    s.summary =
        "A server dies with the claim of a key; two duplicates find the dead claim at the same "
        "time.";
    errand first(1);
    first.key = "form-1";
    errand second = first;
    second.at = "api-2";
    errand third = first;
    third.at = "api-3";
    s.work.servers = {"api-1", "api-2", "api-3"};
    const auto dead = std::chrono::milliseconds(2100);
    s.work.clients = {
        {"client-1", {first}}, {"client-2", {second}, dead}, {"client-3", {third}, dead}};
    sim::disturbance kill(sim::harm::kill_after);
    kill.restart = std::chrono::seconds(5);
    s.plan = {{"pay-1/attempt-1/api-1/db commit", kill}};
    s.swarm.faults_max = 1;
    s.suits = [](const subject& by) { return by.has("claims-first"); };
    s.must_reach = {{"a dead claim was taken over",
                     [](const happenings& h) { return h.said(model::marks::takes_over); }}};
    return s;
}

}  // namespace onceproof::scenarios
