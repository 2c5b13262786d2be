// A look-up does not see yet what has just been done.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"
#include "scenarios/roles/downstream.hpp"

namespace onceproof::scenarios {

scenario stale_look_up() {
    scenario s;
    s.name = "stale-look-up";
    s.summary = "The answer from downstream is lost, and the look-up does not see the charge yet.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.usual = performer(*find_subject("look-up"));
    s.work.set(downstream_work{.lag = std::chrono::milliseconds(1500), .span = {}});
    s.plan = {{"pay-1/attempt-1/api-1>acquirer/response", sim::disturbance(sim::harm::silence)}};
    s.swarm.faults_max = 1;
    s.suits = [](const subject& by) { return by.has("keyless-downstream"); };
    s.must_reach = {{"downstream was looked up",
                     [](const happenings& h) { return h.said(model::marks::looks_up); }}};
    return s;
}

}  // namespace onceproof::scenarios
