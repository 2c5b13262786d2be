// An answer of many segments is cut off, and replayed whole.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario large_answer() {
    scenario s;
    s.name = "large-answer";
    s.summary = "The answer is large and is reset half-way; the retry gets all of it.";
    errand large(1);
    large.extra = 20'000;
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {large}}};
    s.plan = {
        {"pay-1/attempt-1/client>api/response", faults::disturbance(faults::harm::reset_within)}};
    s.swarm.faults_max = 1;
    s.must_reach = {{"the stored answer was replayed",
                     [](const happenings& h) { return h.said(model::marks::replays); }}};
    return s;
}

}  // namespace onceproof::scenarios
