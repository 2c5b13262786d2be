// A rule that was broken, wherever that was seen and however it was looked for.
#pragma once

#include "scenarios/trial.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::search {

// Rules beside those of the oracle, which end a worker rather than a run.
inline constexpr std::string_view crash_rule = "crash";
inline constexpr std::string_view hang_rule = "hang";
inline constexpr std::string_view nondeterminism_rule = "nondeterminism";

struct finding {
    std::string rule{};        // "one effect", "livelock", "crash"
    std::uint64_t intent = 0;  // 0: none in particular
    std::string sentence{};    // what was seen; text of the code under test
    std::uint64_t times = 1;   // in how many runs the rule was broken; the rest is of the first

    // How to run it again: a plan if there is one, else the seed.
    std::string scenario{};
    std::optional<std::uint64_t> seed{};
    std::optional<scenarios::trial> plan{};
    std::vector<std::string> story{};  // if the plan was made small: see story_of

    friend bool operator==(const finding&, const finding&) = default;
};

// What it says of the code under test, the gravest last.
enum class gravity : std::uint8_t {
    broken_rule,
    hang,   // a step never returned, or the run never came to an end: a livelock
    crash,  // of the process that ran it, or of a simulated one
    nondeterminism,
};

gravity gravity_of(std::string_view rule);

// Whether it ended the process that ran it.
bool ends_a_process(const finding& f);

// Whether it can be made small. Of a worker that died, or was killed, nothing is to be had by
// making the run elsewhere.
bool can_shrink(const finding& f);

// The sentence, with the intent in front of it: "intent-1: 2 effects".
std::string in_words(const finding& f);

// The plan as a file, with the story on top. Requires: there is a plan.
std::string plan_file_of(const finding& f);

// Counts FOUND with what broke the same rule before; else adds it.
void add(std::vector<finding>& all, finding found);

}  // namespace onceproof::search
