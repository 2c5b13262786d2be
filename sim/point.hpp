// Injection points: the places where something can go wrong, and the question that is asked there.
//
// A point is identified by (activity, place, ordinal within both), mixed into 64 bits; its name,
// such as `pay-1/attempt-2/client>api/response`, is made only when somebody reads it. The world
// asks at each point "does anything go wrong here?"; an `adversary` answers. Without one, nothing
// does: the calm run.
#pragma once

#include "sim/hash.hpp"
#include "sim/time.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace onceproof::sim {

// Index of a host's or process's name in the world; 0 means nobody.
using name_index = std::uint16_t;

// Who does what to whom. Of a message, who opened the connection and whom it was opened to.
struct place {
    constexpr place(name_index acting, name_index towards, literal doing)
        : who(acting), whom(towards), action(doing) {}

    name_index who;
    name_index whom;
    literal action;
};

enum class point_kind : std::uint8_t {
    connect,  // a connection is about to be opened: "client>api/connect"
    message,  // bytes are about to leave: "client>api/request", "client>api/response"
    step,     // a process is about to do something of its own: "api-1/db commit"
};

struct point {
    std::uint64_t id;  // equal in two runs exactly if activity, place and ordinal are
    point_kind kind;
    std::uint32_t activity;  // index in the world's activity table
    place where;
    std::uint32_t ordinal;  // counts from 1 within (activity, place)
};

enum class harm : std::uint8_t {
    none,
    silence,           // connect: never answered. message: it and all that follows it are lost
    delay,             // connect, message, step: later by `span`
    refuse,            // connect: refused
    reset,             // message: the connection is reset instead
    kill_before,       // any: the acting process dies before it acts
    kill_after,        // any: it dies as soon as it has acted
    power_off_before,  // any: as kill, of the whole host
    power_off_after,
};

// "silence", "kill before", ...
std::string_view to_text(harm h);

// The answer to the question that a point asks.
struct disturbance {
    constexpr disturbance() = default;
    constexpr explicit disturbance(harm h, duration s = duration::zero()) : what(h), span(s) {}

    harm what = harm::none;
    duration span{};                    // of a delay
    std::optional<duration> restart{};  // of a kill or power-off: how long until it starts again
};

// Decides what goes wrong. Must answer from the point and its own state alone, never from clocks,
// addresses or anything else that could differ between two runs.
class adversary {
public:
    virtual disturbance at(const point& where) = 0;

protected:
    ~adversary() = default;
};

// Numbers the points of one run.
class point_counter {
public:
    point_counter();

    // Which time it is, counted from 1, that ID is met in this run.
    std::uint32_t next(std::uint64_t id);

private:
    struct count {
        std::uint64_t id;
        std::uint32_t seen;
    };
    void grow();

    // Open addressing; only ever looked up, never walked, so its order cannot reach a trace.
    std::vector<count> counts_;
    std::size_t used_ = 0;
};

// The id of the point that reads NAME, for plans written by hand. Total: an unknown name gives an
// id that no run meets.
std::uint64_t point_id(std::string_view name);

// The id of the ORDINALth time that (ACTIVITY, WHO, WHOM, ACTION) is met; all by their hashes.
constexpr std::uint64_t place_id(std::uint64_t activity, std::uint64_t who, std::uint64_t whom,
                                 std::uint64_t action) {
    return mix(activity, mix(mix(who, whom), action));
}

}  // namespace onceproof::sim
