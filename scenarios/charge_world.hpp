// The stage of the scenarios about charges: servers that share a database on one host, clients that
// pay, and what can be seen of them from outside.
#pragma once

#include "model/charge_client.hpp"
#include "model/charge_server.hpp"
#include "model/history.hpp"
#include "scenarios/workload.hpp"
#include "sim/process.hpp"
#include "sim/storage.hpp"
#include "sim/trace.hpp"
#include "sim/world.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::scenarios {

// The implementation under test. A mutant is another one.
struct cast {
    using platform = model::simulated;
    using server = model::charge_server<platform>;
    using client = model::charge_client<platform>;

    std::unique_ptr<server> (*make_server)(const platform::process& self);
    std::unique_ptr<client> (*make_client)(const platform::process& self, sim::endpoint server,
                                           const model::retry_policy& policy,
                                           model::client_observer* observer);
};

// The reference implementation.
const cast& reference_cast();

// What has happened in a run, as far as marks care.
struct happenings {
    bool replayed = false;
    bool refused_in_flight = false;
    bool refused_other_request = false;
    bool lost_answer_after_effect = false;
    bool killed_between_effect_and_answer = false;
    std::string crash{};
};

class charge_world final : public model::client_observer, public sim::trace_watcher {
public:
    explicit charge_world(const cast& who) : cast_(who) {}

    // Sets up the hosts. NOMINAL: messages take the same time all. Requires: w watches with this,
    // and outlives it.
    void begin(sim::world& w, sim::storage& disk, bool nominal);

    // Starts the servers and, each at its time, the clients.
    void set_to_work(const workload& work);

    // For what a workload has no words for.
    sim::world& world() { return *world_; }

    // --- For the player ---

    // Faults have stopped: mends what is broken.
    void heal();

    // Asks for each intent once more, and once for something else under its key.
    void probe();

    // Everything has come to an end: what is on the disk.
    void read_effects(sim::storage& disk);

    const model::history& seen() const { return seen_; }

    // What an intent that does not settle waits for, in words.
    std::string what_holds_up(std::uint64_t intent) const;
    const happenings& what_happened() const { return happened_; }

    // Equal in two runs if everybody did the same in the same order, whenever that was.
    std::uint64_t behaviour() const { return behaviour_; }

    void attempt_begins(const model::charge_attempt& a) override;
    void attempt_ends(const model::charge_attempt& a,
                      const std::optional<model::http_response>& answer) override;
    void saw(const sim::record& r) override;

private:
    void add_server(std::string_view name);
    void add_client(const client_work& work, const model::retry_policy& policy);
    boost::asio::awaitable<void> run_server(sim::incarnation& self, sim::port_number port);
    boost::asio::awaitable<void> run_client(sim::incarnation& self, std::vector<errand> errands,
                                            model::retry_policy policy);
    std::unique_ptr<cast::client> client_for(sim::incarnation& self, const errand& e,
                                             const model::retry_policy& policy);
    model::seen_intent& intent(const model::charge_attempt& a);
    void note_behaviour(const sim::record& r);
    void saw_note(const sim::record& r);
    bool is_server(sim::name_index who) const;

    cast cast_;
    sim::world* world_ = nullptr;
    sim::host* api_ = nullptr;
    std::map<std::string, sim::port_number, std::less<>> ports_;
    std::vector<sim::name_index> servers_;
    std::map<std::uint64_t, std::string> keys_;  // that were used last, by intent
    bool probing_ = false;
    std::uint32_t charged_under_ = 0;  // the activity whose charge has not been answered yet
    std::size_t charges_noted_ = 0;
    std::size_t kills_ = 0;
    model::history seen_;
    happenings happened_;
    struct seen_claim {
        std::uint32_t activity;
        sim::name_index by;
        sim::time_point at;
    };
    std::vector<seen_claim> claims_;
    std::vector<std::pair<sim::name_index, sim::time_point>> deaths_;  // of servers
    std::uint64_t behaviour_ = 0;
};

}  // namespace onceproof::scenarios
