// The processes of a service: started with a bound, found ready, warmed up, and started again when
// they end, as a supervisor would.
#pragma once

#include "rehearsal/process/child.hpp"
#include "rehearsal/process/keeper.hpp"
#include "rehearsal/run/condition.hpp"
#include "rehearsal/service/service_spec.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace onceproof::rehearsal {

// What the fleet is told by whoever uses it.
struct fleet_surroundings {
    // What environment variables may name, for the process of that number.
    std::function<model::fields(std::uint32_t replica)> names;
    // Asks that process, which is up, for something, so that it is warm.
    std::function<boost::asio::awaitable<void>(std::uint32_t replica)> warm_up;
    std::string logs;  // a folder: the output of a process goes to "api-1.log" there
};

// A process that ended although nobody had ended it.
struct own_end {
    std::uint32_t replica;
    std::string how;  // "status 1"
};

class fleet {
public:
    // Requires: all that is referred to outlives it, and ON runs until nothing is left to do after
    // shut_down().
    fleet(boost::asio::io_context& on, keeper& kept_by, const process_spec& spec,
          condition& changes, fleet_surroundings surroundings);
    ~fleet();

    // As many as the file says, and a spare. Throws std::system_error.
    void start();

    // Kills all; nothing is started again.
    void shut_down();

    std::uint32_t size() const { return static_cast<std::uint32_t>(slots_.size()); }
    bool is_ready(std::uint32_t replica) const;
    bool are_all_ready() const;
    std::uint16_t port(std::uint32_t replica) const;

    // Why no more is tried; empty: it goes on.
    const std::string& failure() const { return failure_; }

    // Kills it; it is started again.
    void kill(std::uint32_t replica);
    bool is_alive(std::uint32_t replica) const;
    std::uint64_t life(std::uint32_t replica) const;  // counts its processes

    // SIGSTOP or SIGCONT.
    void signal(std::uint32_t replica, int number);

    // Those since they were last taken.
    std::vector<own_end> take_own_ends();

private:
    struct slot;

    void launch(std::uint32_t replica);
    void see_end(std::uint32_t replica, int waited);
    boost::asio::awaitable<void> make_ready(std::uint32_t replica, std::uint64_t life);
    boost::asio::awaitable<bool> answers(std::uint16_t port);

    boost::asio::io_context& context_;
    keeper& keeper_;
    const process_spec& spec_;
    condition& changes_;
    fleet_surroundings surroundings_;
    std::vector<std::unique_ptr<slot>> slots_;
    std::vector<own_end> own_ends_;
    std::string failure_;
    bool is_over_ = false;
};

}  // namespace onceproof::rehearsal
