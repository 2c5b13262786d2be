// Clients: processes that get their submissions done, each on a host of its own.
#pragma once

#include "designs/client/key_book.hpp"
#include "designs/role_factories.hpp"
#include "model/contract/retry_policy.hpp"
#include "scenarios/roles/role.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::scenarios {

inline constexpr std::string_view client_name = "client";

// Has client processes. Also the base of the prober.
class asking_participant : public participant {
public:
    using make_client_function = decltype(designs::role_factories::make_client);

    explicit asking_participant(environment& in);
    ~asking_participant() override;

    // Tells what clients send and get, and whether they stand still.
    void saw(const sim::trace_event& r) override;

    // The kinds of events for that.
    static std::vector<sim::event_kind> events();

protected:
    // Adds the process of WORK, which starts at its time. MAKE makes the code that asks.
    void add_client(const client_work& work, const model::retry_policy& policy,
                    make_client_function make);

private:
    struct running;
    boost::asio::awaitable<void> run(sim::incarnation& self, client_work work,
                                     model::retry_policy policy, make_client_function make);
    boost::asio::awaitable<void> submit(std::shared_ptr<running> client, std::size_t which);

    bool is_one(sim::name_index who) const;

    std::vector<sim::name_index> processes_;
    std::size_t on_disk_ = 0;
    designs::remembered_keys keys_;  // kept for clients that do not do so themselves
};

const role& client_role();

}  // namespace onceproof::scenarios
