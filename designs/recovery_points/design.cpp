// The row of recovery-points. See recovery_point_server.hpp.
#include "designs/design_list.hpp"
#include "designs/parts/charge_subject.hpp"
#include "designs/recovery_points/recovery_point_server.hpp"
#include "designs/role_factories.hpp"

namespace onceproof::designs {

namespace mutants {
std::span<const mutant> recovery_points_mutants();
}  // namespace mutants

namespace {

subject recovery_points() {
    subject s = downstream_charge_subject();
    s.name = "recovery-points";
    s.summary =
        "The effect is at a system downstream that takes keys; how far the work has come is "
        "written down before each foreign call.";
    s.arbiter = "a unique insert, in a commit of its own";
    s.keeps_key_in = "the servers' database, with its lease and then its answer";
    s.features = {"claims-first", "keeps-keys", "marks", "downstream", "keyed-downstream", "sweep"};
    s.factories = with_server<recovery_point_server<platform>>();
    return s;
}

}  // namespace

void add_recovery_points(design_list& to) {
    to.add(50, recovery_points());
    to.add_mutants(100, mutants::recovery_points_mutants());
}

}  // namespace onceproof::designs
