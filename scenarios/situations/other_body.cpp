// The same key with another body: a client bug, or a reused key.
#include "scenarios/catalogue.hpp"

namespace onceproof::scenarios {

scenario other_body() {
    scenario s;
    s.name = "other-body";
    s.summary = "A key that has been used comes again with another request.";
    errand other(1);
    other.other_body = true;
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1), other, errand(1)}}};
    s.must_reach = {mark_named("other-request-refused"), mark_named("replayed")};
    return s;
}

}  // namespace onceproof::scenarios
