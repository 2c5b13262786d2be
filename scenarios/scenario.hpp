// A scenario: a situation to be played, as prose in one file each.
#pragma once

#include "faults/plan.hpp"
#include "sim/world.hpp"

#include <span>
#include <string_view>

namespace onceproof::scenarios {

struct scenario {
    std::string_view name;       // "lost-answer"
    std::string_view summary;    // one sentence
    void (*build)(sim::world&);  // sets up hosts and processes and starts them
    faults::plan plan;           // what goes wrong in it, whatever the seed
};

// All of them, in the order in which they are worth reading.
std::span<const scenario> all();

// nullptr if there is none of that name.
const scenario* find(std::string_view name);

}  // namespace onceproof::scenarios
