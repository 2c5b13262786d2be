// The client dies between two attempts, and goes on with the key that it kept.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario client_restart() {
    scenario s;
    s.name = "client-restart";
    s.summary =
        "The client is killed after it sent its request, starts again, and sends it with the key "
        "that it kept.";
    s.work.servers = {"api-1"};
    client_work client("client", {errand(1)});
    client.on_disk = true;
    s.work.clients = {client};
    sim::disturbance kill(sim::harm::kill_after);
    kill.restart = std::chrono::milliseconds(20);
    s.plan = {{"pay-1/attempt-1/client>api/request", kill}};
    s.swarm.faults_max = 1;
    s.must_reach = {mark_named("client-restarted")};
    return s;
}

}  // namespace onceproof::scenarios
