// Faults that a seed chooses, beside those that a plan lists.
//
// Each answer is drawn for its point alone, so that taking one fault away leaves the draws at all
// other points as they were. What was chosen is written down as a plan.
#pragma once

#include "faults/plan.hpp"
#include "sim/point.hpp"
#include "sim/random.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace onceproof::sim {
class world;
}

namespace onceproof::faults {

// How often, at each point of a kind that a run meets.
struct noise {
    sim::ratio lose_message = {0, 1};   // silence on a connection, from this message on
    sim::ratio delay_message = {0, 1};  // by up to delay_max
    sim::ratio refuse_connect = {0, 1};
    sim::ratio kill_at_step = {0, 1};  // before or after; starts again within restart_max
    sim::duration delay_max = std::chrono::milliseconds(200);
    sim::duration restart_max = std::chrono::milliseconds(100);
    std::uint32_t faults_max = 2;  // in one run, the plan's not counted
};

// The opponent of a world for one run: the plan's faults, and those of the seed, until it is told
// to stop.
class seeded_player final : public sim::adversary {
public:
    // Requires: p outlives the player.
    seeded_player(const plan& p, const noise& n, std::uint64_t seed);

    sim::disturbance at(const sim::point& where) override;

    // From now on nothing goes wrong any more.
    void calm() { calm_ = true; }

    // Needed to write down what the seed chose; without it, points have no names.
    void name_points_with(const sim::world& w) { world_ = &w; }

    // The plan, and what the seed chose so far. Requires: name_points_with.
    plan chosen() const;

    std::vector<std::string> unmet() const { return planned_.unmet(); }

private:
    sim::disturbance draw(const sim::point& where);
    sim::disturbance draw_for_message(sim::draws& d) const;
    sim::disturbance draw_for_step(sim::draws& d) const;

    struct choice {
        sim::point where;
        sim::disturbance what;
    };

    const plan& plan_;
    plan_player planned_;
    noise noise_;
    std::uint64_t seed_;
    bool calm_ = false;
    const sim::world* world_ = nullptr;
    std::vector<choice> choices_;
};

}  // namespace onceproof::faults
