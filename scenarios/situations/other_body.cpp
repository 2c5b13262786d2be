// The same key with another body: a client bug, or a reused key.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

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
                     [](const happenings& h) { return h.said(model::marks::rejects); }},
                    {"the stored answer was replayed",
                     [](const happenings& h) { return h.said(model::marks::replays); }}};
    return s;
}

}  // namespace onceproof::scenarios
