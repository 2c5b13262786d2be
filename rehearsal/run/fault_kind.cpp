// See fault_kind.hpp.
#include "rehearsal/run/fault_kind.hpp"

#include <algorithm>
#include <array>

namespace onceproof::rehearsal {
namespace {

constexpr auto at_request = point_place::request;
constexpr auto at_response = point_place::response;
constexpr auto at_exchange = point_place::exchange;

constexpr std::array<fault_kind, 16> kinds{{
    {act::refuse, "refuse", at_request, false, "The client cannot connect, and nothing is sent."},
    {act::reset_half, "reset at half", at_request, false,
     "Half of the request is sent, then the connection is reset."},
    {act::gone, "client gone", at_request, false,
     "The request is sent, and the client goes without reading."},
    {act::late_request, "late", at_request, false,
     "The client gives up, and its request arrives when the next attempt has been answered."},
    {act::duplicate, "duplicate", at_request, false,
     "The request arrives twice at once, at two processes."},
    {act::silence, "silence", at_response, false, "The answer is lost on its way."},
    {act::kill_at_response, "kill after", at_response, false,
     "The answer is lost, and the process that gave it is killed."},
    {act::kill_before, "kill before", at_exchange, false,
     "The process is killed, and what it asked for is not handed on."},
    {act::kill_after, "kill after", at_exchange, false,
     "What was asked for is done, and the process is killed before it is told so."},
    {act::reset_before, "reset before", at_exchange, false,
     "The connection is reset, and what was asked for is not handed on."},
    {act::lost_answer, "lost answer", at_exchange, false,
     "What was asked for is done, and the connection is reset before the answer."},
    {act::late, "late", at_exchange, false,
     "What was asked for is handed on when the next attempt has been answered."},
    {act::late_answer, "late answer", at_exchange, false,
     "What was asked for is done, and told when the next attempt has been answered."},
    {act::stop, "stop", at_exchange, false,
     "What was asked for is done, and the process stands still until the next attempt has been "
     "answered."},
    {act::error, "error", at_exchange, false,
     "The backend refuses with an error, and does nothing."},
    {act::fail_after, "fail after", at_exchange, true,
     "The downstream does what it was asked for, and answers 500."},
}};

}  // namespace

std::span<const fault_kind> fault_kinds() {
    return kinds;
}

const fault_kind* find_fault(std::string_view name, point_place at) {
    const auto found = std::ranges::find_if(
        kinds, [&](const fault_kind& k) { return k.name == name && k.at == at; });
    return found == kinds.end() ? nullptr : &*found;
}

point_place place_of(std::string_view point) {
    return point.ends_with("/client>api/request")    ? at_request
           : point.ends_with("/client>api/response") ? at_response
                                                     : at_exchange;
}

}  // namespace onceproof::rehearsal
