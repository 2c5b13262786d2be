// What may go wrong in a rehearsal, and where.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::rehearsal {

// Where a point is.
enum class point_place : std::uint8_t {
    request,   // of the client: "intent-1/attempt-1/client>api/request"
    response,  // to it: "intent-1/attempt-1/client>api/response"
    exchange,  // with a backend: "intent-1/attempt-1/api>db/insert charges"
};

enum class act : std::uint8_t {
    refuse,
    reset_half,
    gone,
    late_request,
    duplicate,
    silence,
    kill_at_response,
    kill_before,
    kill_after,
    reset_before,
    lost_answer,
    late,
    late_answer,
    stop,
    error,
    fail_after,
};

struct fault_kind {
    act does;
    std::string_view name;  // "kill after"
    point_place at;
    bool played_only;            // at a downstream that we play
    std::string_view statement;  // one sentence
};

std::span<const fault_kind> fault_kinds();

// nullptr if there is none of that name at such a place.
const fault_kind* find_fault(std::string_view name, point_place at);

// By the last part of its name.
point_place place_of(std::string_view point);

struct planned {
    std::string point;  // "intent-1/attempt-1/api>acquirer/POST /charges"
    const fault_kind* fault;

    friend bool operator==(const planned&, const planned&) = default;
};

using plan = std::vector<planned>;

}  // namespace onceproof::rehearsal
