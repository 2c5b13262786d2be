// What goes wrong in a world: asks the opponent, and does what no single device can. See world.hpp.
#include "sim/host.hpp"
#include "sim/network.hpp"
#include "sim/process.hpp"
#include "sim/storage.hpp"
#include "sim/world.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace onceproof::sim {

hindrance world::ask_opponent(incarnation& acting, point_kind kind, const place& where) {
    const point here = next_point(kind, where);
    end_partitions(here.id);
    hindrance left;
    for (const disturbance& d : options_.opponent->at(here)) {
        if (!acting.alive()) {
            break;
        }
        if (is_of_service(d.what) != (kind == point_kind::service) ||
            (is_of_files(d.what) && kind != point_kind::file)) {
            continue;  // it can't strike here
        }
        switch (d.what) {
            case harm::delay:
                left.delay += d.span;
                break;
            case harm::overtaken:
                left.overtaken = true;
                break;
            case harm::silence:
            case harm::refuse:
            case harm::reset_before:
            case harm::reset_within:
            case harm::reset_after:
            case harm::trickle:
            case harm::too_busy:
            case harm::fail_before:
            case harm::fail_after:
            case harm::io_error:
            case harm::disk_full:
            case harm::read_only:
            case harm::false_sync:
            case harm::lost_file:
                if (left.what == harm::none) {
                    left.what = d.what;
                    left.span = d.span;
                    left.lasting = d.lasting;
                }
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
        d.what != harm::silence && d.what != harm::refuse && d.what != harm::reset_before;
    if (d.what != harm::none) {
        options_.opponent->struck(d.what);
    }
    if (d.delay > duration::zero() && sent) {
        options_.opponent->struck(harm::delay);
    }
    if (d.overtaken && sent) {
        options_.opponent->struck(harm::overtaken);
    }
}

// Whether it did anything.
bool world::strike(incarnation& acting, const point& where, const disturbance& d) {
    host& machine = acting.on();
    switch (d.what) {
        case harm::kill_before:
        case harm::power_off_before:
        case harm::power_cut:
            return end_life(acting.of(), d);
        case harm::kill_after:
        case harm::power_off_after:
            at_step_end_.emplace_back([this, &acting, d] {
                if (acting.alive()) {
                    end_life(acting.of(), d);
                }
            });
            return true;
        case harm::pause:
            acting.pause(d.span);
            return true;
        case harm::clock_jump:
            machine.jump_clock(d.span);
            return true;
        case harm::clock_drift:
            machine.drift_clock(d.span.count());
            return true;
        case harm::partition:
            return cut_off(acting, where, d);
        default:
            return false;
    }
}

bool world::end_life(process& victim, const disturbance& d) {
    host& machine = victim.on();
    const bool kill = d.what == harm::kill_before || d.what == harm::kill_after;
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
    return true;
}

// Between the host of who acts and that of the other side.
bool world::cut_off(const incarnation& acting, const point& where, const disturbance& d) {
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
