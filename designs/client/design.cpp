// The client has no row of its own: it is the same for all subjects. Its mutants are clients of the
// reference.
#include "designs/design_list.hpp"

namespace onceproof::designs {

namespace mutants {
std::span<const mutant> key_mutants();
std::span<const mutant> retry_mutants();
}  // namespace mutants

void add_client(design_list& to) {
    to.add_mutants(10, mutants::key_mutants());
    to.add_mutants(15, mutants::retry_mutants());
}

}  // namespace onceproof::designs
