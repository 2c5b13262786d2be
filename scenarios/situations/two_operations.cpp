// One key is used on two operations.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario two_operations() {
    scenario s;
    s.name = "two-operations";
    s.summary = "A charge and a refund have the same key: both are made.";
    errand charge(1);
    charge.key = "order-key";
    errand refund(2);
    refund.key = "order-key";
    refund.operation = "another unsafe";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {charge, refund, charge, refund}}};
    s.must_reach = {{"the stored answer was replayed",
                     [](const happenings& h) { return h.said(model::marks::replays); }}};
    return s;
}

}  // namespace onceproof::scenarios
