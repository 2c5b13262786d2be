// Injection points: the places where something can go wrong.
//
// A point is identified by (activity, place, ordinal within both), mixed into 64 bits; its name,
// such as `intent-1/attempt-2/client>api/response`, is made only when somebody reads it. What may
// happen there is said in fault_injector.hpp.
#pragma once

#include "sim/hash.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace onceproof::sim {

// Index of a host's or process's name in the world; 0 means nobody.
using name_index = std::uint16_t;

// Who does what to whom. Of a message, who opened the connection and whom it was opened to.
struct place {
    constexpr place(name_index acting, name_index towards, literal doing)
        : actor(acting), peer(towards), action(doing) {}

    name_index actor;
    name_index peer;
    literal action;
};

enum class point_kind : std::uint8_t {
    connect,  // a connection is about to be opened: "client>api/connect"
    message,  // bytes are about to leave: "client>api/request", "client>api/response"
    step,     // a process is about to do something of its own: "api-1/db commit"
    service,  // a process is about to serve somebody, if it can: "api-1/serve"
    file,     // SQLite is about to do something to a file, in a step: "api-1/file sync journal"
};

// What each step and each service of a process is called that has no names of its own for them.
inline constexpr literal nameless_step("step");
inline constexpr literal nameless_service("serve");

// How the action of a point in a process tells a step from a service: a step says what with and
// then what, "db commit", or is nameless; a service is another word. So a name alone says what can
// go wrong there.
constexpr bool names_service(std::string_view action) {
    return action.find(' ') == std::string_view::npos && action != nameless_step.text();
}

// Likewise how it tells what is done to a file.
constexpr bool names_file(std::string_view action) {
    return action.starts_with("file ");
}

struct point {
    std::uint64_t id;  // equal in two runs exactly if activity, place and ordinal are
    point_kind kind;
    std::uint32_t activity;  // index in the world's activity table
    place where;
    std::uint32_t ordinal;  // counts from 1 within (activity, place)
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
