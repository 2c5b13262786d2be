// A plan: what goes wrong in a run, point by point. What it does not list takes the dull default.
#pragma once

#include "sim/point.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::faults {

// What goes wrong at one point.
struct fault {
    fault(std::string_view point_name, sim::disturbance d) : point(point_name), what(d) {}

    std::string point;  // "pay-1/attempt-1/client>api/response"
    sim::disturbance what;
};

using plan = std::vector<fault>;

// Plays a plan: the opponent of a world for one run.
class plan_player final : public sim::adversary {
public:
    // Requires: p outlives the player.
    explicit plan_player(const plan& p);

    sim::disturbance at(const sim::point& where) override;

    // The points of the plan that the run has not met, in the order of the plan.
    std::vector<std::string> unmet() const;

private:
    struct entry {
        std::uint64_t id;
        const fault* what;
        bool met;
    };
    std::vector<entry> entries_;
};

}  // namespace onceproof::faults
