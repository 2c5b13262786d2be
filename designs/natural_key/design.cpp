// The row of natural-key. See natural_key_server.hpp.
#include "designs/design_list.hpp"
#include "designs/natural_key/natural_key_server.hpp"
#include "designs/parts/charge_subject.hpp"
#include "designs/role_factories.hpp"
#include "model/contract/contracts.hpp"

namespace onceproof::designs {

namespace mutants {
std::span<const mutant> natural_key_mutants();
}  // namespace mutants

namespace {

subject natural_key() {
    subject s = charge_subject();
    s.name = "natural-key";
    s.summary =
        "Keeps nothing of keys: a unique constraint on the reference arbitrates, and a duplicate "
        "gets the row that is there.";
    s.promised = model::find_contract("natural-key");
    s.arbiter = "a unique constraint on the reference of the charge";
    s.keeps_key_in = "nowhere: the reference of the charge stands for it";
    s.schema = [] { return charge_schema + std::string(ledger_schema_with_natural_key); };
    s.features = {"local-effect", "sweep"};
    s.factories = with_server<natural_key_server<platform>>();
    return s;
}

}  // namespace

void add_natural_key(design_list& to) {
    to.add(40, natural_key());
    to.add_mutants(90, mutants::natural_key_mutants());
}

}  // namespace onceproof::designs
