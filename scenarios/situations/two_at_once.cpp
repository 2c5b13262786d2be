// A form is submitted twice: two requests with one key, at the same time, at two server processes
// that share the database.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario two_at_once() {
    scenario s;
    s.name = "two-at-once";
    s.summary =
        "Two requests with one key arrive at the same time at two server processes that "
        "share the database.";
    errand first(1);
    first.key = "form-1";
    errand second = first;
    second.at = "api-2";
    s.work.servers = {"api-1", "api-2"};
    s.work.clients = {{"client-1", {first}}, {"client-2", {second}}};
    s.must_reach = {mark_named("duplicate-in-flight"), mark_named("replayed")};
    return s;
}

}  // namespace onceproof::scenarios
