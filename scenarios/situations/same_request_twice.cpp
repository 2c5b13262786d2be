// The same request twice: a client asks, is answered, and asks again with the same key.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario same_request_twice() {
    scenario s;
    s.name = "same-request-twice";
    s.summary = "A client is answered, and sends the same request once more.";
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1), errand(1)}}};
    s.must_reach = {mark_named("replayed")};
    return s;
}

}  // namespace onceproof::scenarios
