// What is said of something that was run. What it rests on is in grounds.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace onceproof::search {

enum class verdict : std::uint8_t {
    held,
    violated,
    inconclusive,  // nothing broke, but what was to be shown was not
};

std::string_view to_text(verdict v);

// Returns nothing if there is none of that name.
std::optional<verdict> verdict_named(std::string_view name);

// Returns the one to be told of both: what broke counts before what was not shown.
verdict worse_of(verdict a, verdict b);

}  // namespace onceproof::search
