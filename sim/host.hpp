// A machine of the simulated world: a name in the network, processes, a wall clock, power.
#pragma once

#include "sim/disk/survival.hpp"
#include "sim/process.hpp"
#include "sim/time/wall_clock.hpp"
#include "sim/trace/point.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace onceproof::sim {

class storage;
class world;

class host {
public:
    // Made by world::add_host.
    host(world& w, name_index name, std::size_t index);
    ~host();
    host(const host&) = delete;
    host& operator=(const host&) = delete;

    std::string_view name() const;

    // A process that will run MAIN each time it starts. It does not start by itself.
    // Requires: as world::add_host of NAME.
    process& add_process(std::string_view name, process::main_function main);

    // Ends every process at once, without a word to anybody: peers see silence, and what was not
    // synced to the disk is lost but for WHAT. Nothing happens if it is off already.
    void power_off(const survival& what = survival());

    // Starts every process that has ever run here, as the machine's init would.
    void power_on();

    bool powered() const { return powered_; }

    // What the processes here keep on disk; it goes off and on with the host. nullptr: nothing.
    // Called by storage::begin_run and storage::end_run.
    void attach(storage* kept) { storage_ = kept; }
    storage* attached() const { return storage_; }

    // How often it has been switched on, the first time included. A connection is worth nothing
    // to a later boot.
    std::uint32_t boots() const { return boots_; }

    wall_time wall_now() const;
    void jump_clock(duration by);
    void drift_clock(std::int64_t parts_per_billion);

    world& in() const { return world_; }
    name_index name_at() const { return name_; }
    std::size_t index() const { return index_; }  // among the hosts of the world
    const std::vector<std::unique_ptr<process>>& processes() const { return processes_; }

private:
    world& world_;
    name_index name_;
    std::size_t index_;
    bool powered_ = true;
    storage* storage_ = nullptr;
    std::uint32_t boots_ = 1;
    wall_clock clock_;
    std::vector<std::unique_ptr<process>> processes_;
};

}  // namespace onceproof::sim
