// Stands before a Postgres, for one process of the service, and makes exchanges of what passes.
//
// An exchange is what is sent up to Query or Sync, with all that is answered up to ReadyForQuery.
// After a Flush, which has none, answers are counted. What is only prepared, closed or synchronised
// is none. TLS is refused, as a server without it does. COPY and cancel requests pass. What the
// server sends unasked (LISTEN) arrives with the next answer.
#pragma once

#include "rehearsal/proxy/exchange.hpp"
#include "rehearsal/proxy/loopback.hpp"

#include <boost/asio/io_context.hpp>

#include <cstdint>
#include <memory>
#include <string>

namespace onceproof::rehearsal {

class postgres_proxy {
public:
    // Requires: DECIDES outlives what runs in ON.
    postgres_proxy(boost::asio::io_context& on, std::string name, std::uint16_t server,
                   exchange_hook& decides, std::uint32_t replica);
    ~postgres_proxy();

    std::uint16_t port() const;

private:
    struct parts;
    std::shared_ptr<parts> parts_;
};

}  // namespace onceproof::rehearsal
