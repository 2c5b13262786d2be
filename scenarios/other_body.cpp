// The same key with another body: a client bug, or a reused key.
#include "scenarios/catalogue.hpp"
#include "scenarios/charge_world.hpp"

namespace onceproof::scenarios {

scenario other_body() {
    scenario s;
    s.name = "other-body";
    s.summary = "A key that has been used comes again with another request.";
    errand other(1);
    other.other_body = true;
    s.work.servers = {"api-1"};
    s.work.clients = {{"client", {errand(1), other, errand(1)}}};
    s.must_reach = {{"the other request was refused",
                     [](const charge_world& w) { return w.what_happened().refused_other_request; }},
                    {"the stored answer was replayed",
                     [](const charge_world& w) { return w.what_happened().replayed; }}};
    return s;
}

}  // namespace onceproof::scenarios
