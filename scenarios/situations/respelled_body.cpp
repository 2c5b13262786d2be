// The retry says the same in other bytes: members in another order, blanks, 1250.0.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario respelled_body() {
    scenario s;
    s.name = "respelled-body";
    s.summary =
        "The same request comes again with its body spelled otherwise: it is the same request.";
    errand again(1);
    again.respelled = true;
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1), again}}};
    s.must_reach = {mark_named("replayed")};
    return s;
}

}  // namespace onceproof::scenarios
