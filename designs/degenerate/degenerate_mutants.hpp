// Implementations that do not even try: each is wrong in all that can be asked of it, so each
// scenario has to find it so. What judges lets one of them pass looks at too little.
#pragma once

#include "designs/subject.hpp"

#include <span>

namespace onceproof::designs {

std::span<const mutant> degenerate_mutants();

}  // namespace onceproof::designs
