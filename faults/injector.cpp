// See injector.hpp.
#include "faults/injector.hpp"

#include "faults/kind.hpp"
#include "sim/assert.hpp"
#include "sim/world.hpp"

#include <utility>

namespace onceproof::faults {

injector::injector(fault_schedule planned, strategy* also)
    : planned_(std::move(planned)), also_(also), fates_(planned_.size(), fate::unmet) {}

// Plans are short: looking through all of one costs less than keeping it in order.
std::span<const sim::injection> injector::at(const sim::point& where) {
    answer_.clear();
    if (calm_) {
        return answer_;
    }
    here_ = where.id;
    if (keeps_points_) {
        points_.push_back(where);
        if (world_ != nullptr) {
            visits_.push_back({world_->now(), world_->events().size(), world_->steps()});
        }
    }
    for (std::size_t i = 0; i < planned_.size(); ++i) {
        if (planned_[i].at == where.id) {
            fates_[i] = fate::met;
            answer_.push_back(injection_of(planned_[i].fault));
        }
    }
    if (also_ != nullptr) {
        ONCEPROOF_ASSERT(world_ != nullptr, "a strategy wants to know the time");
        added_.clear();
        also_->choose(where, world_->now(), added_);
        for (const fault_spec& d : added_) {
            answer_.push_back(injection_of(d));
            choices_.push_back({where, d});
        }
    }
    return answer_;
}

// Of several alike at one point, the first that was not injected yet; but all delays are one to the
// world, which adds them up.
void injector::fired(sim::primitive what) {
    for (std::size_t i = 0; i < planned_.size(); ++i) {
        if (planned_[i].at == here_ && kind_of(planned_[i].fault.kind).injects.kind == what &&
            fates_[i] == fate::met) {
            fates_[i] = fate::fired;
            if (what != sim::primitive::delay) {
                return;
            }
        }
    }
}

void injector::saw_deadline(sim::name_index who, sim::clock_kind by, sim::duration left) {
    if (keeps_points_ && !calm_ && world_ != nullptr) {
        deadlines_.push_back({world_->now(), who, by, left});
    }
}

plan injector::chosen() const {
    plan all;
    for (const choice& c : choices_) {
        all.emplace_back(world_->name(c.where), c.fault);
    }
    return all;
}

}  // namespace onceproof::faults
