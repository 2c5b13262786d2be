// A proxy between client and server sends a request again whose answer it has not seen.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"
#include "scenarios/roles/proxy.hpp"

namespace onceproof::scenarios {

scenario resending_proxy() {
    scenario s;
    s.name = "resending-proxy";
    s.summary =
        "A proxy sends the request again when no answer comes: the client does not know of it.";
    errand through(1);
    through.at = "proxy";
    s.work.servers = {"api-1", "api-2"};
    s.work.set(proxy_work{true});
    s.work.clients = {{"client", {through}}};
    s.plan = {{"pay-1/attempt-1/proxy-1>api/response", sim::disturbance(sim::harm::silence)}};
    s.swarm.faults_max = 1;
    s.must_reach = {
        {"the proxy sent it again", [](const happenings& h) { return h.said("sends it again"); }},
        {"the stored answer was replayed",
         [](const happenings& h) { return h.said(model::marks::replays); }}};
    return s;
}

}  // namespace onceproof::scenarios
