// For tests of disks.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace onceproof::sim::testing {

inline std::span<const std::byte> bytes(std::string_view text) {
    return std::as_bytes(std::span{text});
}

}  // namespace onceproof::sim::testing
