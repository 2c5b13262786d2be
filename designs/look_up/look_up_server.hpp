// A server whose effect is at a system downstream that takes no keys; with the same interface as
// charge_server.hpp.
#pragma once

#include "designs/parts/downstream_server.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <optional>

namespace onceproof::designs {

// The system downstream takes no keys, but can be asked by the client's reference. Before a capture
// is tried again it is looked up; and "there is none" is believed only once whatever was sent has
// had the time to arrive and to be seen. That is weaker than a key: what comes later than
// `latest_arrival` is charged twice. Requires: a tenant gives each charge a reference of its own,
// since that is all that a look-up can tell charges by; and the wall clock of the servers does not
// jump.
//
// How old a call is is judged by that clock, which may gain: so what must be waited for in true
// time is longer by it.
template <class Platform>
class look_up_server : public downstream_server<Platform> {
public:
    using base = downstream_server<Platform>;
    using base::base;
    using typename base::database;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

    static constexpr std::chrono::seconds latest_arrival{16};
    static constexpr std::chrono::milliseconds clock_gain_max{250};  // in each second
    static constexpr std::chrono::seconds grace{20};                 // by the clock
    static_assert(grace >= latest_arrival + latest_arrival.count() * clock_gain_max);

protected:
    awaitable<std::optional<model::http_response>> work(database& db, const charge_request& c,
                                                        const held_claim& held) override;

    // Guard "look-up": before a call is made again, what became of the one before is found out.
    virtual awaitable<downstream_answer> look_up(const charge_request& c);

    // The same guard: whether a look-up that found nothing can be believed.
    virtual bool is_believable(std::int64_t called_at) const;

private:
    std::chrono::seconds left_of_grace(std::int64_t called_at) const;
    awaitable<std::optional<model::http_response>> capture(database& db, const charge_request& c,
                                                           const held_claim& held);
};

extern template class look_up_server<model::simulated>;
extern template class look_up_server<model::real>;

}  // namespace onceproof::designs
