// The system downstream takes longer than a server waits for it.
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"
#include "scenarios/roles/downstream.hpp"

namespace onceproof::scenarios {

scenario downstream_slow() {
    scenario s;
    s.name = "downstream-slow";
    s.summary = "The system downstream needs longer for a charge than the server waits.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.usual = performer(*find_subject("recovery-points"));
    s.work.set(downstream_work{.lag = {}, .span = std::chrono::milliseconds(230)});
    s.suits = [](const subject& by) { return by.has("downstream"); };
    s.must_reach = {{"a call downstream had no answer",
                     [](const happenings& h) { return h.was_told_downstream(0); }}};
    return s;
}

}  // namespace onceproof::scenarios
