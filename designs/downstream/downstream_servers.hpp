// Servers whose effect is at another system, downstream: no commit of theirs can hold both the
// effect and the record of it, so what became of a call has to be found out.
//
// Both claim the key as charge_server does, and write down how far they have come before each
// foreign call, so that who takes the claim over goes on from there. After a call whose outcome is
// unknown they never begin afresh: one asks again under the same key, the other looks first.
//
// They are for charges: whatever they are asked for, they capture.
#pragma once

#include "designs/claim_lease/charge_server.hpp"
#include "designs/parts/downstream_call.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceproof::designs {

// What both have in common: the way downstream.
template <class Platform>
class downstream_server : public charge_server<Platform> {
public:
    using base = charge_server<Platform>;
    using base::base;
    using typename base::database;
    using typename base::records;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

    // Longer than the system downstream takes, shorter than a client waits.
    static constexpr std::chrono::milliseconds longest_call{200};

protected:
    // Guard "downstream key": one key for each step of an intent, over all attempts and owners.
    virtual std::string key_for(const charge_request& c, const held_claim& held,
                                std::string_view step);

    // Guard "unknown outcome": not to know is not to have failed. The claim is given up, so that
    // the next attempt finds out; the client is told to ask again.
    virtual awaitable<std::optional<model::http_response>> after_unknown(database& db,
                                                                         const charge_request& c,
                                                                         const held_claim& held);

    // Writes down that the work has come to POINT. False if the claim is another's.
    awaitable<bool> reach(database& db, const held_claim& held, std::string_view point);

    // What the client is told, and what is kept, after an answer that is not a success.
    awaitable<std::optional<model::http_response>> settle_failure(database& db,
                                                                  const charge_request& c,
                                                                  const held_claim& held,
                                                                  const downstream_answer& told);

    // The effect is made, under that number: records the answer. Nothing if the claim is another's.
    awaitable<std::optional<model::http_response>> record_success(database& db,
                                                                  const charge_request& c,
                                                                  const held_claim& held,
                                                                  std::int64_t number);

    downstream_call<Platform> call() const;
};

// The system downstream takes keys: an authorization, then a capture, each under a key derived from
// the client's. Between the two stands a recovery point (B. Leach, "Implementing Stripe-like
// Idempotency Keys in Postgres", 2017).
template <class Platform>
class recovery_point_server : public downstream_server<Platform> {
public:
    using base = downstream_server<Platform>;
    using base::base;
    using typename base::database;
    template <class T>
    using awaitable = boost::asio::awaitable<T>;

protected:
    awaitable<std::optional<model::http_response>> work(database& db, const charge_request& c,
                                                        const held_claim& held) override;
};

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

extern template class downstream_server<model::simulated>;
extern template class downstream_server<model::real>;
extern template class recovery_point_server<model::simulated>;
extern template class recovery_point_server<model::real>;
extern template class look_up_server<model::simulated>;
extern template class look_up_server<model::real>;

}  // namespace onceproof::designs
