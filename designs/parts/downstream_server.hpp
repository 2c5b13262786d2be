// Servers whose effect is at another system, downstream: no commit of theirs can hold both the
// effect and the record of it, so what became of a call has to be found out.
//
// They claim the key as charge_server does, and write down how far they have come before each
// foreign call, so that who takes the claim over goes on from there. After a call whose outcome is
// unknown they never begin afresh: recovery_point_server asks again under the same key,
// look_up_server looks first.
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

// What they have in common: the way downstream.
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

extern template class downstream_server<model::simulated>;
extern template class downstream_server<model::real>;

}  // namespace onceproof::designs
