// Another request comes under a key whose first one is still under way.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario other_body_in_flight() {
    scenario s;
    s.name = "other-body-in-flight";
    s.summary = "Another request comes under the key of one that is still under way.";
    errand first(1);
    first.key = "form-1";
    errand other = first;
    other.other_body = true;
    other.at = "api-2";
    s.work.servers = {"api-1", "api-2"};
    client_work second("client-2", {other});
    second.start = std::chrono::milliseconds(4);
    s.work.clients = {{"client-1", {first}}, second};
    s.must_reach = {mark_named("other-request-refused")};
    return s;
}

}  // namespace onceproof::scenarios
