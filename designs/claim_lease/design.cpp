// The rows of claim-lease and of what differs from it in its settings. See charge_server.hpp.
#include "designs/design_list.hpp"
#include "designs/parts/charge_subject.hpp"
#include "designs/role_factories.hpp"
#include "model/contract/contracts.hpp"

#include <vector>

namespace onceproof::designs {

namespace mutants {
std::span<const mutant> claim_mutants();
std::span<const mutant> lease_mutants();
std::span<const mutant> fingerprint_mutants();
std::span<const mutant> record_mutants();
std::span<const mutant> storage_mutants();
std::span<const mutant> replay_mutants();
}  // namespace mutants

namespace {

subject claim_lease() {
    subject s = charge_subject();
    s.name = "claim-lease";
    s.summary =
        "Claims the key in a commit of its own, under a lease; the effect and the answer are the "
        "next commit.";
    s.arbiter = "a unique insert, in a commit of its own";
    s.keeps_key_in = "the servers' database, with its lease and then its answer";
    s.features = {"claims-first", "keeps-keys", "marks", "local-effect", "sweep"};
    s.factories = with_server<charge_server<platform>>();
    return s;
}

subject waiting() {
    subject s = claim_lease();
    s.name = "waiting";
    s.summary =
        "As claim-lease, but a duplicate that arrives in flight waits for the outcome of the "
        "attempt under way.";
    s.promised = model::find_contract("strict-waiting");
    return s;
}

subject write_ahead_log() {
    subject s = claim_lease();
    s.name = "write-ahead-log";
    s.summary =
        "As claim-lease, on a database with a write-ahead log that is synced at each commit.";
    s.storage = sim::database_options(sim::journal_mode::wal, sim::synchronous::full);
    return s;
}

subject silent() {
    subject s = claim_lease();
    s.name = "silent";
    s.summary =
        "claim-lease as foreign code is seen: it says nothing of what it does, and no step of it "
        "has a name.";
    std::erase(s.features, "marks");
    s.is_silent = true;
    return s;
}

}  // namespace

void add_claim_lease(design_list& to) {
    to.add(10, claim_lease());
    to.add(30, waiting());
    to.add(80, write_ahead_log());
    to.add(100, silent());
    to.add_mutants(20, mutants::claim_mutants());
    to.add_mutants(30, mutants::lease_mutants());
    to.add_mutants(40, mutants::fingerprint_mutants());
    to.add_mutants(50, mutants::record_mutants());
    to.add_mutants(60, mutants::storage_mutants());
    to.add_mutants(70, mutants::replay_mutants());
}

}  // namespace onceproof::designs
