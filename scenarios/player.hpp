// Plays runs of one scenario, one seed after the other, and judges each.
//
// A player keeps what is costly to make (the database, its connections) from run to run; a run
// does not depend on those before it.
#pragma once

#include "model/oracle.hpp"
#include "scenarios/scenario.hpp"
#include "sim/world.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace onceproof::scenarios {

struct cast;
const cast& reference_cast();

enum class verdict : std::uint8_t {
    held,
    violated,
    inconclusive,  // nothing broke, but what the scenario is about did not happen
};

std::string_view to_text(verdict v);

// One run, judged.
struct run_report {
    std::uint64_t seed = 0;
    sim::trace_hash hash{};
    std::uint64_t steps = 0;
    std::uint64_t marks = 0;                   // bit i: scenario::must_reach[i] was reached
    std::vector<model::violation> violations;  // of the oracle's rules
    std::string trouble;                       // the run itself went wrong: "livelock", ...

    bool broke() const { return !violations.empty() || !trouble.empty(); }
};

struct play_options {
    bool keep_trace = false;  // keep the events, for told()
    sim::limits bounds{1'000'000, std::chrono::hours(24)};

    // Called once, when so many steps have run: may kill, cut the power, start again. For tests
    // that strike at each step in turn.
    std::uint64_t interfere_after = 0;
    std::function<void(sim::world&)> interfere{};
};

class player {
public:
    // WHO plays: the reference implementation, or a mutant of it. Requires: s outlives the player.
    explicit player(const scenario& s, const cast& who = reference_cast());
    ~player();
    player(const player&) = delete;
    player& operator=(const player&) = delete;

    run_report play(std::uint64_t seed, const play_options& options = {});

    // The world of the last run, for whoever wants to read it. Requires: there was one.
    const sim::world& world() const;

    // What went wrong in the last run: the scenario's plan and what the seed chose.
    faults::plan faults() const;

    // Points of the scenario's plan that the last run did not meet.
    std::vector<std::string> unmet() const;

private:
    struct stage;
    run_report report_on(std::uint64_t seed, const sim::run_result& result) const;

    const scenario& scenario_;
    std::unique_ptr<stage> stage_;
};

}  // namespace onceproof::scenarios
