// Implementations that each lack one guard, named for the mistake: what a search must catch.
#pragma once

#include "scenarios/charge_world.hpp"

#include <span>
#include <string_view>

namespace onceproof::scenarios {

struct mutant {
    std::string_view name;     // "key-per-attempt"
    std::string_view mistake;  // one sentence
    cast who;
};

std::span<const mutant> mutants();

// nullptr if there is none.
const mutant* find_mutant(std::string_view name);

}  // namespace onceproof::scenarios
