// One key is used on two operations.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario two_operations() {
    scenario s;
    s.name = "two-operations";
    s.summary = "A charge and a refund have the same key: both are made.";
    errand charge(1);
    charge.key = "order-key";
    errand refund(2);
    refund.key = "order-key";
    refund.operation = "POST /v1/refunds";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {charge, refund, charge, refund}}};
    s.suits = [](const subject& by) { return !by.has_downstream(); };
    s.must_reach = {mark_named("replayed")};
    return s;
}

}  // namespace onceproof::scenarios
