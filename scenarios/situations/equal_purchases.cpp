// Two equal purchases are two intents.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario equal_purchases() {
    scenario s;
    s.name = "equal-purchases";
    s.summary = "A client buys the same for the same amount twice, and means it: both are charged.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1), errand(2)}}};
    s.must_reach = {mark_named("accepted")};
    return s;
}

}  // namespace onceproof::scenarios
