// See noise.hpp.
#include "faults/noise.hpp"

#include "sim/assert.hpp"
#include "sim/world.hpp"

namespace onceproof::faults {

using sim::disturbance;
using sim::harm;

seeded_player::seeded_player(const plan& p, const noise& n, std::uint64_t seed)
    : plan_(p), planned_(p), noise_(n), seed_(seed) {}

disturbance seeded_player::at(const sim::point& where) {
    if (calm_) {
        return {};
    }
    if (const disturbance d = planned_.at(where); d.what != harm::none) {
        return d;
    }
    if (choices_.size() >= noise_.faults_max) {
        return {};
    }
    const disturbance d = draw(where);
    if (d.what != harm::none) {
        choices_.push_back({where, d});
    }
    return d;
}

disturbance seeded_player::draw(const sim::point& where) {
    sim::draws d(seed_, "fault", where.id);
    switch (where.kind) {
        case sim::point_kind::connect:
            return disturbance(d.chance(noise_.refuse_connect) ? harm::refuse : harm::none);
        case sim::point_kind::message:
            return draw_for_message(d);
        case sim::point_kind::step:
            return draw_for_step(d);
    }
    return {};
}

disturbance seeded_player::draw_for_message(sim::draws& d) const {
    if (d.chance(noise_.lose_message)) {
        return disturbance(harm::silence);
    }
    if (d.chance(noise_.delay_message)) {
        return disturbance(harm::delay, d.between(sim::duration(1), noise_.delay_max));
    }
    return {};
}

disturbance seeded_player::draw_for_step(sim::draws& d) const {
    if (!d.chance(noise_.kill_at_step)) {
        return {};
    }
    disturbance kill(d.chance({1, 2}) ? harm::kill_before : harm::kill_after);
    kill.restart = d.between(sim::duration(1), noise_.restart_max);
    return kill;
}

plan seeded_player::chosen() const {
    ONCEPROOF_ASSERT(world_ != nullptr, "points have no names without their world");
    plan all = plan_;
    for (const choice& c : choices_) {
        all.emplace_back(world_->name(c.where), c.what);
    }
    return all;
}

}  // namespace onceproof::faults
