// Names each exchange with a backend, and lets happen there what the plan says.
#pragma once

#include "rehearsal/process/fleet.hpp"
#include "rehearsal/proxy/exchange.hpp"
#include "rehearsal/run/condition.hpp"
#include "rehearsal/run/scene.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace onceproof::rehearsal {

class director final : public exchange_hook {
public:
    explicit director(condition& changes) : changes_(changes) {}

    // Requires: they outlive what runs. HOLD_AT_MOST: then a hold is let go, and the run is
    // inconclusive.
    void direct(scene& now, fleet& processes, std::chrono::nanoseconds hold_at_most);
    // How it is seen that a process of a database waits for a lock.
    void look_for_locks(std::function<bool(std::int32_t process)> is_blocked) {
        is_blocked_ = std::move(is_blocked);
    }

    // What comes from now on belongs to no run.
    void rest() {
        scene_ = nullptr;
        ++run_;
    }

    boost::asio::awaitable<before_action> before(const exchange& e) override;
    boost::asio::awaitable<after_action> after(const exchange& e) override;
    void over(const exchange& e) override;

    // Kills a process, and waits until it has ended.
    boost::asio::awaitable<void> kill(std::uint32_t replica);

    // Makes the client give up that attempt, and waits until the next one has been answered.
    boost::asio::awaitable<void> hold(std::string label);

    // What that process does from now on is on nobody's behalf.
    void forget(std::uint32_t replica);

private:
    boost::asio::awaitable<void> hold_exchange(std::string label);

    bool is_next_blocked(std::uint32_t held) const;

    struct known {
        std::uint64_t run;  // that it began in
        std::string label;
        std::string point;
    };

    condition& changes_;
    std::function<bool(std::int32_t process)> is_blocked_;
    scene* scene_ = nullptr;
    fleet* fleet_ = nullptr;
    std::chrono::nanoseconds hold_at_most_{};
    std::uint64_t run_ = 0;  // counts them; a scene may stand where an earlier one stood
    std::map<const exchange*, known> under_way_;
};

}  // namespace onceproof::rehearsal
