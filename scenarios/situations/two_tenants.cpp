// Two tenants happen to use one key.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario two_tenants() {
    scenario s;
    s.name = "two-tenants";
    s.summary = "Two tenants use the same key: each is served, and sees its own answer.";
    errand ours(1);
    ours.key = "order-key";
    errand theirs(2);
    theirs.key = "order-key";
    theirs.tenant = "other-shop";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client-1", {ours, ours}}, {"client-2", {theirs, theirs}}};
    s.must_reach = {{"the stored answer was replayed",
                     [](const happenings& h) { return h.said(model::marks::replays); }}};
    return s;
}

}  // namespace onceproof::scenarios
