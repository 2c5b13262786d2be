// A deployment under way: a server of the former version and one of the new one share the database,
// and each meets what the other has recorded.
#include "model/marks.hpp"
#include "scenarios/catalogue.hpp"
#include "scenarios/happenings.hpp"

namespace onceproof::scenarios {

scenario two_versions() {
    scenario s;
    s.name = "two-versions";
    s.summary =
        "Servers of two versions share the database; the duplicate of each request comes to the "
        "other version.";
    server_work former("api-1");
    former.former = true;
    s.work.servers = {former, "api-2"};
    errand old_first(1);
    old_first.key = "form-1";
    errand new_first(2);
    new_first.key = "form-2";
    new_first.at = "api-2";
    errand then_new = old_first;
    then_new.at = "api-2";
    errand then_old = new_first;
    then_old.at = "api-1";
    s.work.clients = {{"client-1", {old_first, new_first}}, {"client-2", {then_new, then_old}}};
    s.suits = [](const subject& by) { return by.has("keeps-keys"); };
    s.must_reach = {{"the stored answer was replayed",
                     [](const happenings& h) { return h.said(model::marks::replays); }}};
    return s;
}

}  // namespace onceproof::scenarios
