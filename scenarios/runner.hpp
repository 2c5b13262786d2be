// Plays one run: (scenario, seed).
#pragma once

#include "faults/plan.hpp"
#include "scenarios/scenario.hpp"
#include "sim/world.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace onceproof::scenarios {

struct run_options {
    std::uint64_t seed = 0;
    bool keep_trace = false;
    sim::limits bounds{};
};

// A run that has been played. Its world still stands, for whoever wants to read it.
class played_run {
public:
    played_run(const scenario& s, const run_options& options);

    // Plays it to its end.
    void play() { result_ = world_->run(); }

    sim::world& world() { return *world_; }
    const sim::world& world() const { return *world_; }
    const sim::run_result& result() const { return result_; }

    // Points of the scenario's plan that the run did not meet.
    std::vector<std::string> unmet() const { return player_->unmet(); }

private:
    std::unique_ptr<faults::plan_player> player_;
    std::unique_ptr<sim::world> world_;
    sim::run_result result_{};
};

// Where two runs of the same case parted.
struct divergence {
    std::size_t event;  // index of the first event that differs
    played_run first;   // both with their traces kept
    played_run second;
    std::string sighting;  // what the traps saw while they were played; may be empty
};

// Plays the case twice, with the traps observing, and compares event by event. Nothing if both
// did the same and no trap saw anything.
std::optional<divergence> check_determinism(const scenario& s, run_options options);

}  // namespace onceproof::scenarios
