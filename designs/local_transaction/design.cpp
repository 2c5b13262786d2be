// The row of local-transaction. See local_transaction_server.hpp.
#include "designs/design_list.hpp"
#include "designs/local_transaction/local_transaction_server.hpp"
#include "designs/parts/charge_subject.hpp"
#include "designs/role_factories.hpp"

namespace onceproof::designs {

namespace mutants {
std::span<const mutant> local_transaction_mutants();
}  // namespace mutants

namespace {

subject local_transaction() {
    subject s = charge_subject();
    s.name = "local-transaction";
    s.summary =
        "The key, the effect and the answer are one commit; a duplicate waits for its lock.";
    s.arbiter = "a unique insert, in one commit with the effect and the answer";
    s.keeps_key_in = "the servers' database, with its answer";
    s.features = {"keeps-keys", "marks", "local-effect", "sweep"};
    s.factories = with_server<local_transaction_server<platform>>();
    return s;
}

}  // namespace

void add_local_transaction(design_list& to) {
    to.add(20, local_transaction());
    to.add_mutants(80, mutants::local_transaction_mutants());
}

}  // namespace onceproof::designs
