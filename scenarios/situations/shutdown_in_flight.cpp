// A server is told to stop while it works, as at each deployment; a duplicate comes to its
// neighbour.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario shutdown_in_flight() {
    scenario s;
    s.name = "shutdown-in-flight";
    s.summary =
        "A server is told to stop while it works on a request, whose duplicate comes to its "
        "neighbour.";
    errand first(1);
    first.key = "form-1";
    errand second = first;
    second.at = "api-2";
    server_work stopping("api-1");
    stopping.stops_at = std::chrono::milliseconds(8);
    s.work.servers = {stopping, "api-2"};
    s.work.clients = {{"client-1", {first, errand(2)}},
                      {"client-2", {second}, std::chrono::milliseconds(5)}};
    // The disk is slow to let it begin with the effect.
    s.plan = {{"pay-1/attempt-1/api-1/db begin#2",
               sim::disturbance(sim::harm::delay, std::chrono::milliseconds(20))}};
    s.must_reach = {mark_named("stopped-under-way")};
    return s;
}

}  // namespace onceproof::scenarios
