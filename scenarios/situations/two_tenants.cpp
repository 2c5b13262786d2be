// Two tenants happen to use one key.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario two_tenants() {
    scenario s;
    s.name = "two-tenants";
    s.summary = "Two tenants use the same key: each is charged, and sees its own answer.";
    errand ours(1);
    ours.key = "order-key";
    errand theirs(2);
    theirs.key = "order-key";
    theirs.tenant = "other-shop";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client-1", {ours, ours}}, {"client-2", {theirs, theirs}}};
    s.must_reach = {mark_named("replayed")};
    return s;
}

}  // namespace onceproof::scenarios
