// A downstream over HTTP that we play: it does what it is asked for, remembers it, and knows keys
// if its file says so.
#pragma once

#include "model/http/http.hpp"
#include "rehearsal/proxy/exchange.hpp"
#include "rehearsal/service/service_spec.hpp"

#include <boost/asio/io_context.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::rehearsal {

// What it was asked for, in the order in which that came.
struct played_call {
    std::string request{};  // method, target and body, one space between them
    std::string body{};
    std::string key{};                 // empty: none was sent
    bool is_effect = false;            // something was done; false: not at all, or not again
    std::optional<unsigned> status{};  // that the service was told; nothing: it was told nothing
};

// All that it did, whoever of the service's processes asked.
class played_ledger {
public:
    // KEY_HEADER: where keys are read that it does not honour.
    played_ledger(const played_spec& spec, std::string key_header);

    // Does it. Returns the answer, and the place of the call among calls().
    model::http_response apply(const model::http_request& asked, std::size_t& place);

    // Its key, with nothing done, as when it refuses to work.
    std::size_t note(const model::http_request& asked);

    void tell(std::size_t place, unsigned status) { calls_[place].status = status; }

    const std::vector<played_call>& calls() const { return calls_; }

private:
    const played_spec& spec_;
    std::string key_header_;
    std::vector<played_call> calls_{};
};

// The members of a body that is an object of JSON, by their names.
model::fields members_of(std::string_view body);

// Serves it to one process of the service, at a port of its own, until it is destroyed.
class played_server {
public:
    // Requires: all that is referred to outlives what runs in ON.
    played_server(boost::asio::io_context& on, const backend_spec& spec, played_ledger& ledger,
                  exchange_hook& decides, std::uint32_t replica);
    ~played_server();

    std::uint16_t port() const;

private:
    struct parts;
    std::shared_ptr<parts> parts_;
};

}  // namespace onceproof::rehearsal
