// The store that keeps the keys dies when it is asked for the first one.
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario key_store_down() {
    scenario s;
    s.name = "key-store-down";
    s.summary =
        "The store of keys dies when a key is to be claimed, and is back after half a second.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.usual = performer(*find_subject("cache-marker"));
    sim::disturbance down(sim::harm::kill_before);
    down.restart = std::chrono::milliseconds(500);
    s.plan = {{"pay-1/attempt-1/api-1>store/response", down}};
    s.swarm.faults_max = 1;
    s.suits = [](const subject& by) { return by.has("key-store"); };
    s.must_reach = {
        {"a request was answered 503", [](const happenings& h) { return h.answered(503); }}};
    return s;
}

}  // namespace onceproof::scenarios
