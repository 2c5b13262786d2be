// What goes wrong in a world: asks the injector, and does what no single device can. See world.hpp.
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

bool can_apply(primitive p, point_kind at) {
    return (p == primitive::fail_service) == (at == point_kind::service) &&
           (p != primitive::fail_file || at == point_kind::file);
}

void leave(device_fault& left, const injection& d) {
    if (left.kind == primitive::none) {
        left.kind = d.kind;
        left.when = d.when;
        left.file = d.file;
        left.word = d.word;
        left.span = d.span;
        left.lasting = d.lasting;
    }
}

}  // namespace

device_fault world::ask_injector(incarnation& acting, point_kind kind, const place& where) {
    const point here = next_point(kind, where);
    end_partitions(here.id);
    device_fault left;
    for (const injection& d : options_.injector->at(here)) {
        if (!acting.alive()) {
            break;
        }
        if (!can_apply(d.kind, kind)) {
            continue;
        }
        switch (d.kind) {
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
                if (inject(acting, here, d)) {
                    options_.injector->fired(d.kind);
                }
        }
    }
    return left;
}

void world::fired(const device_fault& d) {
    if (options_.injector == nullptr) {
        return;
    }
    const bool sent =
        !d.does(primitive::lose) && !d.does(primitive::refuse) && !d.resets(timing::before);
    if (!d.does(primitive::none)) {
        options_.injector->fired(d.kind);
    }
    if (d.delay > duration::zero() && sent) {
        options_.injector->fired(primitive::delay);
    }
    if (d.overtaken && sent) {
        options_.injector->fired(primitive::overtake);
    }
}

// Whether it did anything.
bool world::inject(incarnation& acting, const point& where, const injection& d) {
    host& machine = acting.on();
    switch (d.kind) {
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
        end_life(acting.owner(), d);
        return;
    }
    at_step_end_.emplace_back([this, &acting, d] {
        if (acting.alive()) {
            end_life(acting.owner(), d);
        }
    });
}

void world::end_life(process& victim, const injection& d) {
    host& machine = victim.on();
    const bool kill = d.kind == primitive::kill;
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
    const host* const opener = find_host_of(where.where.actor);
    const host* const there = opener == here ? find_host_of(where.where.peer) : opener;
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
