// The cache that holds the keys, for subjects that keep them there: designs/beside/key_store.hpp,
// on a host of its own.
#pragma once

#include "designs/role_names.hpp"
#include "scenarios/roles/role.hpp"

#include <string_view>

namespace onceproof::scenarios {

using designs::key_store_name;
inline constexpr std::string_view key_store_host = "store";

const role& key_store_role();

}  // namespace onceproof::scenarios
