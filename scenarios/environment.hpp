// The environment of a run: those who are there, each by its role (scenarios/roles), and what can
// be seen of them from outside.
//
// It knows no role. Each that is registered is asked to enter; who enters sets itself up here, and
// is told what happens.
#pragma once

#include "designs/role_factories.hpp"
#include "designs/subject.hpp"
#include "model/oracle/history.hpp"
#include "scenarios/roles/role.hpp"
#include "scenarios/watcher.hpp"
#include "scenarios/workload.hpp"
#include "sim/net/socket.hpp"
#include "sim/sqlite/storage.hpp"
#include "sim/world.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::scenarios {

// What the first process of a host listens at.
inline constexpr sim::port_number first_port = 80;

// The disks of one implementation, by the file on them: they are costly to make, and so are
// kept from run to run.
using disks = std::map<std::string, sim::storage, std::less<>>;

class environment {
public:
    // Requires: ON is the same in all runs of WHO, of nobody else, and outlives this.
    environment(const designs::implementation& who, disks& on, const workload& work);
    ~environment();
    environment(const environment&) = delete;
    environment& operator=(const environment&) = delete;

    // --- For roles ---

    const designs::implementation& under_test() const { return under_test_; }
    const workload& work() const { return work_; }
    sim::world& world() { return *world_; }
    watcher& watches() { return watcher_; }
    const watcher& watches() const { return watcher_; }

    // Returns the host of that name. Requires: there is one.
    sim::host& host(std::string_view name);

    // Puts a disk into ON, with that file on it, as the schema makes it.
    sim::storage& keep(sim::host& on, std::string_view file, std::string_view schema,
                       sim::database_options options = sim::database_options());

    // Says where those who are called NAME can be asked.
    void add_address(std::string_view name, const sim::endpoint& where);
    std::optional<sim::endpoint> find_address(std::string_view name) const;
    sim::endpoint address_of(std::string_view name) const;  // requires: there is one

    // Appends the effects that are on the disk of that role, as the subject says how to find them.
    // Returns false if they cannot be read.
    bool add_effects_of(std::string_view role, sim::storage& disk,
                        std::vector<model::seen_effect>& to);

    // --- For the runner ---

    // Sets up the hosts, and what servers need to find there. NOMINAL: messages take the same time
    // all. Requires: w watches with watches(), and outlives this.
    void begin(sim::world& w, bool nominal);

    // Starts the servers and, each at its time, the clients.
    void set_to_work();

    // Faults have stopped: mends what is broken. The processes that are LOST are gone for good.
    void heal(std::span<const std::string_view> lost);

    // All has come to rest: looks at the effects, and lets roles ask again.
    void ask_again(std::span<const std::string_view> lost);

    // On all hosts, for good.
    void cut_power();

    // Everything has come to an end: gives the disks back, and looks at them.
    void end();

    // What was found wrong with a database at the end; empty: nothing. It is looked for if disks
    // could fail.
    const std::string& damage() const { return damage_; }

    // What the run keeps on disk, and the host that it is on.
    struct kept {
        std::string host;
        sim::storage* storage;
    };
    const std::vector<kept>& storages() const { return storages_; }

private:
    // What SQLite finds wrong with a database, one sentence; empty: nothing.
    std::string look_for_damage() const;
    bool may_have_lost() const;
    std::optional<std::vector<model::seen_effect>> effects();

    designs::implementation under_test_;
    disks& disks_;
    workload work_;
    sim::world* world_ = nullptr;
    std::map<std::string, sim::endpoint, std::less<>> addresses_;
    std::vector<kept> storages_;
    std::string damage_;
    watcher watcher_;
    std::vector<std::unique_ptr<participant>> there_;
};

}  // namespace onceproof::scenarios
