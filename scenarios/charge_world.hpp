// The stage of the scenarios about charges: servers that share a database on one host, what they
// need beside it, clients that pay, and what can be seen of them from outside.
#pragma once

#include "model/history.hpp"
#include "model/key_book.hpp"
#include "scenarios/casting.hpp"
#include "scenarios/charge_watcher.hpp"
#include "scenarios/subject.hpp"
#include "scenarios/workload.hpp"
#include "sim/process.hpp"
#include "sim/storage.hpp"
#include "sim/world.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::scenarios {

// The process that sweeps old records, on the host of the servers.
inline constexpr std::string_view sweep_name = "sweep";

// The disks of the stage, which are kept from run to run.
class disks {
public:
    explicit disks(const performer& by);

    sim::storage& servers() { return servers_; }
    sim::storage& downstream() { return *downstream_; }
    // Of one more client that keeps its keys. Counts from 0 in each run.
    sim::storage& client(std::size_t i);

private:
    sim::storage servers_;
    std::optional<sim::storage> downstream_;
    std::deque<sim::storage> clients_;  // a deque, since a storage stays where it is
};

class charge_world {
public:
    charge_world(const performer& who, disks& on, const workload& work);

    // Sets up the hosts. NOMINAL: messages take the same time all. Requires: w watches with
    // watcher(), and outlives this.
    void begin(sim::world& w, bool nominal);

    // Starts the servers and, each at its time, the clients.
    void set_to_work();

    // For what a workload has no words for.
    sim::world& world() { return *world_; }

    const charge_watcher& seen() const { return watcher_; }
    const workload& work() const { return work_; }

    // What was found wrong with a database at the end; empty: nothing. It is looked for if disks
    // could fail.
    const std::string& damage() const { return damage_; }

    // --- For the player ---

    charge_watcher& watcher() { return watcher_; }

    // Faults have stopped: mends what is broken. The processes that are LOST are gone for good.
    void heal(std::span<const std::string_view> lost);

    // Asks for each intent once more, once for something else under its key, and once more again:
    // a server that is not LOST.
    void probe(std::span<const std::string_view> lost);

    // On all hosts, for good.
    void cut_power();

    // Everything has come to an end: gives the disks back, and looks at them.
    void end();

    // What the run keeps on disk, and the host that it is on.
    struct kept {
        std::string host;
        sim::storage* what;
    };
    const std::vector<kept>& storages() const { return storages_; }

private:
    struct observer;
    struct client_run;

    void keep(sim::storage& what, sim::host& on);
    // What SQLite finds wrong with a database, one sentence; empty: nothing.
    std::string look_for_damage() const;
    void add_server(const server_work& work);
    void add_downstream();
    void add_store();
    void add_proxy();
    void add_sweep();
    void add_client(const client_work& work, const model::retry_policy& policy, bool prober);
    boost::asio::awaitable<void> run_server(sim::incarnation& self, sim::port_number port,
                                            server_work work);
    boost::asio::awaitable<void> run_downstream(sim::incarnation& self);
    boost::asio::awaitable<void> run_store(sim::incarnation& self);
    boost::asio::awaitable<void> run_client(sim::incarnation& self, client_work work,
                                            model::retry_policy policy, bool prober);
    boost::asio::awaitable<void> do_errand(std::shared_ptr<client_run> run, errand e);
    bool may_have_lost() const;
    std::optional<std::vector<model::seen_effect>> effects();

    performer who_;
    disks& disks_;
    workload work_;
    sim::world* world_ = nullptr;
    sim::host* api_ = nullptr;
    std::map<std::string, sim::port_number, std::less<>> ports_;
    std::vector<kept> storages_;
    std::size_t clients_on_disk_ = 0;
    model::remembered_keys keys_;  // kept for clients that do not do so themselves
    model::remembered_keys prober_keys_;
    std::string damage_;
    charge_watcher watcher_;
};

}  // namespace onceproof::scenarios
