// Servers whose code is whole, and whose databases sync too little. See mutant_rows.hpp.
#include "designs/mutant_rows.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace onceproof::designs::mutants {
namespace {

std::vector<mutant> storage_rows;

mutant of_storage(std::string_view name, std::string_view mistake, std::string_view subject,
                  sim::journal_mode journal, sim::synchronous sync) {
    mutant m = of_server<charge_server<platform>>(name, "durable commit", mistake, subject);
    m.storage = sim::database_options(journal, sync);
    return m;
}

const added commit_not_synced_row(
    storage_rows, of_storage("commit-not-synced", "A commit waits for no sync: synchronous is OFF.",
                             "claim-lease", sim::journal_mode::truncate, sim::synchronous::off));

const added log_not_synced_row(
    storage_rows,
    of_storage("log-not-synced", "A commit does not wait for the log: synchronous is NORMAL.",
               "write-ahead-log", sim::journal_mode::wal, sim::synchronous::normal));

}  // namespace

std::span<const mutant> storage_mutants() {
    return storage_rows;
}

}  // namespace onceproof::designs::mutants
