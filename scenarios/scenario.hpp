// A scenario: a situation to be played, as prose in one file each.
#pragma once

#include "faults/noise.hpp"
#include "faults/plan.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace onceproof::scenarios {

class charge_world;

// What a scenario is about, and whether it happened in a run.
struct mark {
    std::string_view name;  // "the answer was lost after the effect"
    bool (*reached)(const charge_world&);
};

struct scenario {
    std::string_view name;          // "lost-answer"
    std::string_view summary;       // one sentence
    void (*actors)(charge_world&);  // who is there, and what they do
    faults::plan plan;              // what goes wrong in each run
    faults::noise noise;            // what the seed may add to that
    std::vector<mark> must_reach;   // at least once in all the runs of a gate; at most 64
};

// All of them, in the order in which they are worth reading.
std::span<const scenario> all();

// nullptr if there is none of that name.
const scenario* find(std::string_view name);

}  // namespace onceproof::scenarios
