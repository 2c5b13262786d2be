// The system downstream takes longer than a server waits for it.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario downstream_slow() {
    scenario s;
    s.name = "downstream-slow";
    s.summary = "The system downstream needs longer for a charge than the server waits.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1)}}};
    s.usual = performer(*find_subject("recovery-points"));
    s.work.downstream.span = std::chrono::milliseconds(230);
    s.suits = [](const subject& by) { return by.has_downstream(); };
    s.must_reach = {mark_named("call-unanswered")};
    return s;
}

}  // namespace onceproof::scenarios
