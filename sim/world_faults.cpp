// What goes wrong in a world: asks the opponent, and does what no single device can. See world.hpp.
#include "sim/host.hpp"
#include "sim/net/network.hpp"
#include "sim/process.hpp"
#include "sim/sqlite/storage.hpp"
#include "sim/world.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace onceproof::sim {

namespace {

bool can_strike(primitive p, point_kind at) {
    return (p == primitive::fail_service) == (at == point_kind::service) &&
           (p != primitive::fail_file || at == point_kind::file);
}

void leave(hindrance& left, const injection& d) {
    if (left.what == primitive::none) {
        left.what = d.what;
        left.when = d.when;
        left.file = d.file;
        left.word = d.word;
        left.span = d.span;
        left.lasting = d.lasting;
    }
}

}  // namespace

hindrance world::ask_opponent(incarnation& acting, point_kind kind, const place& where) {
    const point here = next_point(kind, where);
    end_partitions(here.id);
    hindrance left;
    for (const injection& d : options_.opponent->at(here)) {
        if (!acting.alive()) {
            break;
        }
        if (!can_strike(d.what, kind)) {
            continue;
        }
        switch (d.what) {
            case primitive::delay:
                left.delay += d.span;
                break;
            case primitive::overtake:
                left.overtaken = true;
                break;
            case primitive::lose:
            case primitive::refuse:
            case primitive::reset:
            case primitive::trickle:
            case primitive::fail_service:
            case primitive::fail_file:
                leave(left, d);
                break;
            default:
                if (strike(acting, here, d)) {
                    options_.opponent->struck(d.what);
                }
        }
    }
    return left;
}

void world::struck(const hindrance& d) {
    if (options_.opponent == nullptr) {
        return;
    }
    const bool sent =
        !d.is(primitive::lose) && !d.is(primitive::refuse) && !d.resets(timing::before);
    if (!d.is(primitive::none)) {
        options_.opponent->struck(d.what);
    }
    if (d.delay > duration::zero() && sent) {
        options_.opponent->struck(primitive::delay);
    }
    if (d.overtaken && sent) {
        options_.opponent->struck(primitive::overtake);
    }
}

// Whether it did anything.
bool world::strike(incarnation& acting, const point& where, const injection& d) {
    host& machine = acting.on();
    switch (d.what) {
        case primitive::kill:
        case primitive::power_off:
            end_life(acting, d);
            return true;
        case primitive::stall:
            acting.pause(d.span);
            return true;
        case primitive::jump_clock:
            machine.jump_clock(d.span);
            return true;
        case primitive::drift_clock:
            machine.drift_clock(d.span.count());
            return true;
        case primitive::partition:
            return cut_off(acting, where, d);
        default:
            return false;
    }
}

// Now, or once it has acted.
void world::end_life(incarnation& acting, const injection& d) {
    if (d.when == timing::before) {
        end_life(acting.of(), d);
        return;
    }
    at_step_end_.emplace_back([this, &acting, d] {
        if (acting.alive()) {
            end_life(acting.of(), d);
        }
    });
}

void world::end_life(process& victim, const injection& d) {
    host& machine = victim.on();
    const bool kill = d.what == primitive::kill;
    if (kill) {
        victim.kill();
    } else {
        machine.power_off(d.survives);
    }
    if (d.restart && kill) {
        victim.start_after(*d.restart);
    } else if (d.restart) {
        after(*d.restart, [&machine] { machine.power_on(); });
    }
}

// Between the host of who acts and that of the other side.
bool world::cut_off(const incarnation& acting, const point& where, const injection& d) {
    const host* const here = &acting.on();
    const host* const opener = find_host_of(where.where.who);
    const host* const there = opener == here ? find_host_of(where.where.whom) : opener;
    if (there == nullptr || there == here || network_->is_cut(*here, *there)) {
        return false;
    }
    const std::array one{here};
    const std::array other{there};
    network_->partition(one, other);
    if (d.until != 0) {
        partitions_.push_back({d.until, here, there});
    } else if (d.span > duration::zero()) {
        after(d.span, [this, here, there] { network_->mend(*here, *there); });
    }
    return true;
}

void world::end_partitions(std::uint64_t met) {
    for (std::size_t i = 0; i < partitions_.size(); ++i) {
        if (partitions_[i].until == met) {
            const partition over = partitions_[i];
            partitions_.erase(partitions_.begin() + static_cast<std::ptrdiff_t>(i--));
            network_->mend(*over.here, *over.there);
        }
    }
}

std::uint64_t world::left_on_disk(name_index who, const survival& what) const {
    const host* const machine = find_host_of(who);
    const storage* const disk = machine == nullptr ? nullptr : machine->attached();
    return disk == nullptr ? 0 : disk->left_by(what);
}

const host* world::find_host_of(name_index who) const {
    for (const auto& h : hosts_) {
        const auto& all = h->processes();
        const bool runs_it =
            std::any_of(all.begin(), all.end(), [&](const auto& p) { return p->name_at() == who; });
        if (h->name_at() == who || runs_it) {
            return h.get();
        }
    }
    return nullptr;
}

}  // namespace onceproof::sim
