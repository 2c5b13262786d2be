// The row of read-through. See read_through_server.hpp.
#include "designs/design_list.hpp"
#include "designs/parts/charge_subject.hpp"
#include "designs/read_through/read_through_server.hpp"
#include "designs/role_factories.hpp"

namespace onceproof::designs {
namespace {

subject read_through() {
    subject s = charge_subject();
    s.name = "read-through";
    s.summary =
        "As local-transaction, but each server keeps what came of a key in its memory, too, and "
        "looks there first.";
    s.arbiter = "a unique insert, in one commit with the effect and the answer";
    s.keeps_key_in = "the servers' database, with its answer, and copies in their memory";
    s.features = {"keeps-keys", "marks", "local-effect", "sweep"};
    s.factories = with_server<read_through_server<platform>>();
    return s;
}

}  // namespace

void add_read_through(design_list& to) {
    to.add(84, read_through());
}

}  // namespace onceproof::designs
