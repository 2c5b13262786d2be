// The roles that a subject may name: where its effects are, and what it needs beside its servers.
#pragma once

#include <string_view>

namespace onceproof::designs {

inline constexpr std::string_view server_name = "server";
inline constexpr std::string_view downstream_name = "downstream";
inline constexpr std::string_view key_store_name = "key store";

}  // namespace onceproof::designs
