// The owner of a claim dies; two have seen the dead claim, and the slower one comes when the other
// is at work.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario two_heirs() {
    using namespace std::chrono_literals;
    scenario s;
    s.name = "two-heirs";
    s.summary =
        "Two servers have seen a dead claim; one takes it over while the other, which did so, "
        "works.";
    errand first(1);
    first.key = "form-1";
    errand second = first;
    second.at = "api-2";
    errand third = first;
    third.at = "api-3";
    s.work.servers = {"api-1", "api-2", "api-3"};
    s.work.clients = {
        {"client-1", {first}}, {"client-2", {second}, 2100ms}, {"client-3", {third}, 2110ms}};
    sim::disturbance kill(sim::harm::kill_after);
    kill.restart = 5s;
    // The one stalls when it has looked, the other when it has taken over.
    s.plan = {{"pay-1/attempt-1/api-1/db commit", kill},
              {"pay-1/attempt-1/api-2/db commit", sim::disturbance(sim::harm::pause, 50ms)},
              {"pay-1/attempt-1/api-3/db commit#2", sim::disturbance(sim::harm::pause, 100ms)}};
    s.swarm.faults_max = 1;
    s.suits = [](const subject& by) { return by.has("claims-first"); };
    s.must_reach = {{"a dead claim was taken over",
                     [](const happenings& h) { return h.said(model::marks::takes_over); }}};
    return s;
}

}  // namespace onceproof::scenarios
