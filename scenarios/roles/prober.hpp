// The prober: when all has come to rest it asks for each intent once more, once for something else
// under its key, and once more again; and in the end for something that nobody has asked for, of
// each tenant and each operation that is unsafe to repeat. It is the reference client, whatever is
// under test.
#pragma once

#include "scenarios/roles/role.hpp"

#include <string_view>

namespace onceproof::scenarios {

inline constexpr std::string_view prober_name = "prober";

const role& prober_role();

}  // namespace onceproof::scenarios
