// Implementations that do not even try have no row of their own: they are otherwise the reference.
#include "designs/design_list.hpp"

namespace onceproof::designs {

namespace mutants {
std::span<const mutant> degenerate_mutants();
}  // namespace mutants

void add_degenerate(design_list& to) {
    to.add_mutants(200, mutants::degenerate_mutants());
}

}  // namespace onceproof::designs
