// A whole resource is put, and later put otherwise: both times it is done.
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario order_put_twice() {
    scenario s;
    s.name = "order-put-twice";
    s.summary =
        "A whole resource is put twice, with other content: what was put last is what is there.";
    errand first(1);
    first.operation = "replace";
    errand second(2);
    second.operation = first.operation;
    second.amount = 900;
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {first, second}}};
    s.must_reach = {{"both were answered", [](const happenings& h) { return h.answered(200); }}};
    return s;
}

}  // namespace onceproof::scenarios
