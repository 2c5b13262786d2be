// Makes a failing run small: the fewest faults, clients, submissions and attempts, the mildest
// faults and nominal timing with which the same rule still breaks for the same intent. Of a mutant,
// only what its intact_baseline does not break as well.
//
// RapidCheck's shrink tree does the descent: from each run to the first of its simpler neighbours
// that still fails, until none does. That is a local minimum, which may depend on where the descent
// began; so in the end all plans over the workload that is left are run in order, those with
// fewer faults first, and the first that fails is the result, whoever found the failure.
#pragma once

#include "scenarios/trial.hpp"
#include "search/finding.hpp"
#include "search/runner.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceproof::search {

struct shrink_options {
    std::uint64_t runs_max = 100'000;  // then what is smallest so far is taken
    std::string rule{};  // which finding to keep, if a run has several; empty: the first
};

struct shrunk {
    scenarios::trial smallest;
    finding broken;
    std::vector<finding> also{};  // what else the smallest run breaks of that intent
    std::uint64_t runs = 0;
    bool is_canonical = false;  // the last pass was done, and came to an end
    std::optional<scenarios::trial> nearest_held{};
};

// Nothing if START does not break that rule.
std::optional<shrunk> shrink(const scenarios::trial& start, const shrink_options& options = {});

// The first run one step simpler than BROKEN in which nothing breaks, if there is one; first those
// with a fault less, of which the last is left out first: it is the likeliest to have broken it. BY
// is what runs in them, and has run that one last.
std::optional<scenarios::trial> nearest_held(runner& by, const scenarios::trial& broken);

// How BROKEN has to differ to hold as HELD, its nearest_held, does: "unless the answer is lost".
std::string difference(const scenarios::trial& broken, const scenarios::trial& held);

// What was broken and by what, a line each.
std::vector<std::string> story_of(const shrunk& s);

// Its finding, with the smallest trial as its plan, and the story.
finding finding_of(const shrunk& s);

}  // namespace onceproof::search
