// The row of look-up. See look_up_server.hpp.
#include "designs/design_list.hpp"
#include "designs/look_up/look_up_server.hpp"
#include "designs/parts/charge_subject.hpp"
#include "designs/role_factories.hpp"
#include "designs/service_faults.hpp"

namespace onceproof::designs {

namespace mutants {
std::span<const mutant> look_up_mutants();
}  // namespace mutants

namespace {

subject look_up() {
    subject s = downstream_charge_subject();
    s.name = "look-up";
    s.summary =
        "The effect is at a system downstream that takes no keys: it is looked up by reference "
        "before it is tried again.";
    s.arbiter = "a unique insert, in a commit of its own";
    s.keeps_key_in = "the servers' database, with its lease and then its answer";
    s.features = {"claims-first", "keeps-keys",         "marks",
                  "downstream",   "keyless-downstream", "sweep"};
    s.weakness =
        "What reaches the system downstream more than 16 s late, or while clocks jump or gain more "
        "than 250 ms in a second, is charged twice.";
    s.space = &punctual_faults();
    s.factories = with_server<look_up_server<platform>>();
    return s;
}

}  // namespace

void add_look_up(design_list& to) {
    to.add(60, look_up());
    to.add_mutants(110, mutants::look_up_mutants());
}

}  // namespace onceproof::designs
