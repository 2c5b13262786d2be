// The handler fails once the charge is made: when it writes the answer, say.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario fails_after_effect() {
    scenario s;
    s.name = "fails-after-effect";
    s.summary =
        "The work fails after the charge was made: the record stays, and the retry is told.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.plan = {{"pay-1/attempt-1/api-1/work", sim::disturbance(sim::harm::fail_after)}};
    s.swarm.faults_max = 1;
    s.suits = [](const subject& by) { return by.has("claims-first"); };
    s.must_reach = {
        {"an attempt was answered 503", [](const happenings& h) { return h.answered(503); }},
        {"the stored answer was replayed",
         [](const happenings& h) { return h.said(model::marks::replays); }}};
    return s;
}

}  // namespace onceproof::scenarios
