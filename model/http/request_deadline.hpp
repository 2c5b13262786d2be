// How a client tells a server how long it will wait, so that work which nobody waits for any more
// can be dropped.
//
// HTTP has no such field. Its model is gRPC's `grpc-timeout` ("gRPC over HTTP2", under Requests):
// the time that remains, not an instant, so that no two clocks have to agree.
#pragma once

#include <string_view>

namespace onceproof::model {

// Its value is the time that the client still waits for this attempt's answer, when it sends it: a
// decimal number of whole milliseconds, rounded down.
inline constexpr std::string_view request_deadline_header = "X-Request-Deadline-Ms";

}  // namespace onceproof::model
