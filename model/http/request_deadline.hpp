// How a client tells a server how long it will wait, so that work which nobody waits for any more
// can be dropped.
//
// HTTP has no such field. Its model is gRPC's `grpc-timeout` ("gRPC over HTTP2", under Requests):
// the time that remains, not an instant, so that no two clocks have to agree.
#pragma once

#include "model/http/http.hpp"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace onceproof::model {

// Its value is the time that the client still waits for this attempt's answer, when it sends it: a
// decimal number of whole milliseconds, rounded down.
inline constexpr std::string_view request_deadline_header = "X-Request-Deadline-Ms";

// What the request says; nothing if it does not say it in that form.
inline std::optional<std::chrono::milliseconds> read_request_deadline(const http_request& request) {
    const std::string* const said = request.headers.find(request_deadline_header);
    std::int64_t count = 0;
    if (said == nullptr || said->starts_with('-')) {
        return std::nullopt;
    }
    const char* const end = said->data() + said->size();
    const auto [read, error] = std::from_chars(said->data(), end, count);
    // Beyond this many they are more nanoseconds than there are numbers for.
    constexpr std::int64_t longest = 1'000'000'000'000;
    if (error != std::errc() || read != end || count > longest) {
        return std::nullopt;
    }
    return std::chrono::milliseconds(count);
}

}  // namespace onceproof::model
