// The client that we play: it makes requests out of what the file says, and sends them.
#pragma once

#include "model/http/http.hpp"
#include "model/operation/operation.hpp"
#include "rehearsal/proxy/loopback.hpp"
#include "rehearsal/run/condition.hpp"
#include "rehearsal/run/director.hpp"
#include "rehearsal/run/scene.hpp"
#include "rehearsal/service/service_spec.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace onceproof::rehearsal {

// An intent of a run: its tenant, key and reference are its own, so that nothing has to be reset
// between two runs.
struct intent_of_run {
    std::uint64_t serial;
    std::string tenant;
    std::string key;
};

// OTHER: as in model::occasion.
model::http_request request_for(const service_spec& s, const intent_of_run& i, std::size_t other);
model::seen_intent seen_intent_for(const service_spec& s, const intent_of_run& i);

class client {
public:
    client(boost::asio::io_context& on, director& directs, fleet& processes, condition& changes)
        : context_(on), director_(directs), fleet_(processes), changes_(changes) {}

    // Sends it, with what the plan says of its request and of its response, and reads the answer
    // into A. Requires: A is one of the scene, and its process is chosen.
    boost::asio::awaitable<void> ask(scene& s, asking& a, model::http_request request);

    // The answer, with nothing said to anybody; nothing if the connection failed.
    boost::asio::awaitable<std::optional<model::http_response>> exchange_with(
        std::uint16_t port, model::http_request request);

private:
    boost::asio::awaitable<bool> send_badly(scene& s, asking& a, const fault_kind& fault,
                                            const model::http_request& request);
    boost::asio::awaitable<void> send_part(std::uint32_t replica, std::string text, bool resets);

    boost::asio::io_context& context_;
    director& director_;
    fleet& fleet_;
    condition& changes_;
};

}  // namespace onceproof::rehearsal
