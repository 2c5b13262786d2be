// What stands behind a service: a system with a front for each of the service's processes, so that
// it is known who asks.
#pragma once

#include "model/oracle/history.hpp"
#include "rehearsal/process/keeper.hpp"
#include "rehearsal/proxy/exchange.hpp"
#include "rehearsal/proxy/played.hpp"
#include "rehearsal/service/service_spec.hpp"

#include <boost/asio/io_context.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace onceproof::rehearsal {

class backend {
public:
    virtual ~backend() = default;

    // Opens a front for that process of the service. Returns its port.
    virtual std::uint16_t open_front(std::uint32_t replica) = 0;

    // No more connections are taken, and what was started for it ends.
    virtual void close() = 0;

    // What it holds of an intent. Throws std::runtime_error.
    virtual std::vector<model::seen_effect> effects_of(const model::seen_intent& intent) = 0;

    // What it was asked for on behalf of an intent, if it is asked over HTTP.
    virtual std::vector<model::seen_call> calls_of(const model::seen_intent& intent) = 0;

    // Whether that process of a database waits for a lock that another one has.
    virtual bool is_blocked(std::int32_t /*process*/) { return false; }
};

// Requires: all that is referred to outlives what runs in ON. Throws std::runtime_error.
std::unique_ptr<backend> make_played(boost::asio::io_context& on, const backend_spec& spec,
                                     const model::contract& promised, exchange_hook& decides);

// The same for a database. LOGS: a folder.
std::unique_ptr<backend> make_postgres(boost::asio::io_context& on, keeper& kept_by,
                                       const service_spec& s, const backend_spec& b,
                                       const std::string& logs, exchange_hook& decides);

}  // namespace onceproof::rehearsal
