// Two equal purchases are two intents.
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario equal_purchases() {
    scenario s;
    s.name = "equal-purchases";
    s.summary = "A client asks for the same twice, and means it: both are done.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1), errand(2)}}};
    s.must_reach = {{"both were answered", [](const happenings& h) { return h.answered(201); }}};
    return s;
}

}  // namespace onceproof::scenarios
