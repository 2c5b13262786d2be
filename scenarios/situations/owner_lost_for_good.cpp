// A server dies with a claim and never comes back: its neighbour alone has to settle what it had
// begun.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario owner_lost_for_good() {
    scenario s;
    s.name = "owner-lost-for-good";
    s.summary =
        "A server dies with the claim of a key and never comes back; the duplicate goes to its "
        "neighbour.";
    errand first(1);
    first.key = "form-1";
    errand second = first;
    second.at = "api-2";
    s.work.servers = {"api-1", "api-2"};
    s.work.clients = {{"client-1", {first}},
                      {"client-2", {second}, std::chrono::milliseconds(500)}};
    s.plan = {{"pay-1/attempt-1/api-1/db commit", sim::disturbance(sim::harm::kill_after)}};
    s.lost_for_good = {"api-1"};
    s.suits = [](const subject& by) { return by.has("claims-first"); };
    s.must_reach = {{"a dead claim was taken over",
                     [](const happenings& h) { return h.said(model::marks::takes_over); }}};
    return s;
}

}  // namespace onceproof::scenarios
