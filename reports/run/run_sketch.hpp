// What of a run its picture shows: who took part, what they sent each other, and what happened to
// each of them. Without places: those are for who draws (reports/run/space_time.hpp). All words are
// escaped for a terminal (base/escape.hpp), not for XML.
#pragma once

#include "sim/time/time.hpp"
#include "sim/trace/trace.hpp"
#include "sim/world.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceproof::reports {

// A process. Those who only ask come first, then those whom they ask, and so on.
struct lane {
    sim::name_index process;
    std::string name;
};

// On whose behalf: 0 for nobody's, else 1, 2, ... in the order in which intents come up.
using intent_number = std::size_t;

// A message. Lanes are counted from 0.
struct arrow {
    std::size_t from;
    std::size_t to;
    sim::time_point leaves;
    std::optional<sim::time_point> arrives;  // none: it did not
    bool lost;                               // it was made to vanish
    bool refused;                            // a connection that was not taken; comes back at once
    intent_number intent;
    std::string label;    // short
    std::string tip;      // the whole of it
    std::uint32_t event;  // that it begins with, counted from 1
};

enum class sign_kind : std::uint8_t {  // the more telling comes later
    word,                              // whatever else somebody says
    begins,                            // an attempt
    keeps,                             // a claim, or what becomes of it
    suppresses,                        // a duplicate: a replay or a refusal
    answered,                          // a client knows how it ended
    takes_over,                        // a dead claim
    starts,                            // a process that died before
    fault,                             // what goes wrong
    effect,                            // in a system of record
    dies,
};

// Something that happened to, or was said by, one lane.
struct sign {
    std::size_t lane;
    sim::time_point at;
    sign_kind kind;
    intent_number intent;
    std::string label;  // short
    std::string tip;    // the whole of it
    std::uint32_t event;
};

enum class stretch_kind : std::uint8_t {
    works,   // for an intent
    stalls,  // it runs no code
    down,    // it does not run
};

// A stretch of time in a lane.
struct stretch {
    std::size_t lane;
    sim::time_point from;
    sim::time_point until;
    stretch_kind kind;
    intent_number intent;
};

struct run_sketch {
    std::vector<lane> lanes;
    std::vector<arrow> arrows;
    std::vector<sign> signs;
    std::vector<stretch> stretches;
    std::vector<sim::trace_event> told;  // what is shown, as events, in order
    sim::time_point begin{};
    sim::time_point end{};
    bool cut = false;  // there was more than can be shown
};

struct sketch_limits {
    bool probes = true;         // also what the prober asks when the run has ended
    std::size_t events = 2000;  // more are left out
};

// Requires: W kept its trace.
run_sketch sketch(const sim::world& w, const sketch_limits& limits);

// What there is to see of it from then until then.
run_sketch part_of(const run_sketch& whole, sim::time_point from, sim::time_point until);

}  // namespace onceproof::reports
