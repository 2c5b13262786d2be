// One request over a connection of its own, and its answer.
#pragma once

#include "model/http/http.hpp"
#include "model/platform/platform.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <optional>

namespace onceproof::model {

// The answer; nothing if it did not come within AT_MOST or the connection failed: what became of
// the request is unknown. Requires: WHERE and REQUEST outlive it.
template <class Platform>
boost::asio::awaitable<std::optional<http_response>> http_call(
    const typename Platform::process& self, const typename Platform::endpoint& where,
    const http_request& request, std::chrono::nanoseconds at_most);

}  // namespace onceproof::model
