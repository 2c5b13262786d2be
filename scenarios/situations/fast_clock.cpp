// A call downstream is about as late as it may be, the clock by which it is waited for gains about
// as much as it may, and just before the call arrives somebody asks again.
#include "model/downstream_servers.hpp"
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

using bounds = model::look_up_server<model::simulated>;

scenario fast_clock() {
    scenario s;
    s.name = "fast-clock";
    s.summary =
        "What is sent downstream comes very late, and the clock of who waits for it gains, both "
        "just within their bounds; and somebody asks again.";
    errand form(1);
    form.key = "form-1";
    const sim::duration lateness = bounds::latest_arrival - std::chrono::milliseconds(50);
    s.work.servers = {"api-1"};
    s.work.clients = {{"client-1", {form}},
                      {"client-2", {form}, lateness - std::chrono::milliseconds(10)}};
    s.usual = performer(*find_subject("look-up"));
    const sim::disturbance gains(sim::harm::clock_drift,
                                 bounds::clock_gain_max - std::chrono::milliseconds(1));
    const sim::disturbance late(sim::harm::delay, lateness);
    s.plan = {{"pay-1/attempt-1/api-1/db claim", gains},
              {"pay-1/attempt-1/api-1>acquirer/request", late}};
    s.swarm.faults_max = 0;  // a bit more of either is more than it stands
    s.suits = [](const subject& by) { return by.has("keyless-downstream"); };
    s.must_reach = {{"downstream was looked up",
                     [](const happenings& h) { return h.said(model::marks::looks_up); }}};
    return s;
}

}  // namespace onceproof::scenarios
