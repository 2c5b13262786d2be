// See host.hpp.
#include "sim/host.hpp"

#include "sim/sqlite/storage.hpp"
#include "sim/world.hpp"

#include <string>

namespace onceproof::sim {

host::host(world& w, name_index name, std::size_t index) : world_(w), name_(name), index_(index) {}

host::~host() {
    if (storage_ != nullptr) {
        storage_->host_gone();
    }
}

std::string_view host::name() const {
    return world_.name(name_);
}

process& host::add_process(std::string_view name, process::main_function main) {
    return *processes_.emplace_back(
        std::make_unique<process>(*this, world_.add_name(name), std::move(main)));
}

void host::power_off(const survival& what) {
    if (!powered_) {
        return;
    }
    powered_ = false;
    const std::string kept = what == survival() ? std::string() : to_text(what);
    world_.record(event_kind::powered_off, name_, 0, 0, 0, kept);
    for (const auto& p : processes_) {
        p->die(death::power_off);
    }
    // After the processes: none of them may see a disk that is off.
    if (storage_ != nullptr) {
        storage_->power_off(what);
    }
}

void host::power_on() {
    if (powered_) {
        return;
    }
    powered_ = true;
    ++boots_;
    world_.record(event_kind::powered_on, name_);
    if (storage_ != nullptr) {
        storage_->power_on();
    }
    for (const auto& p : processes_) {
        if (p->starts() > 0) {
            p->start();
        }
    }
}

wall_time host::wall_now() const {
    return clock_.at(world_.now());
}

void host::jump_clock(duration by) {
    clock_.jump(by);
    world_.record(event_kind::clock_jumped, name_, 0, static_cast<std::uint64_t>(by.count()));
}

void host::drift_clock(std::int64_t parts_per_billion) {
    clock_.drift(world_.now(), parts_per_billion);
    world_.record(event_kind::clock_drifts, name_, 0,
                  static_cast<std::uint64_t>(parts_per_billion));
}

}  // namespace onceproof::sim
