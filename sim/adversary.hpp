// The question that is asked at each injection point, "does anything go wrong here?", and what may
// be answered. An `adversary` answers; without one, nothing goes wrong: the calm run.
#pragma once

#include "sim/point.hpp"
#include "sim/survival.hpp"
#include "sim/time.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace onceproof::sim {

// Seeds draw under these numbers, so they are part of the trace format: only ever append.
enum class harm : std::uint8_t {
    none = 0,
    silence = 1,       // connect: never answered. message: it and all that follows it are lost
    delay = 2,         // later by `span`
    overtaken = 3,     // just after what comes next, if that is within overtaking_reach
    refuse = 4,        // connect: refused
    reset_before = 5,  // message: the connection is reset instead
    reset_within = 6,  // message: reset after half of it
    reset_after = 7,   // message: reset after all of it
    trickle = 8,       // message: in pieces of 16 bytes, `span` apart
    partition = 9,  // connect, message: no way between the two hosts, for `span` or until a point
    kill_before = 10,       // the acting process dies before it acts
    kill_after = 11,        // it dies as soon as it has acted
    power_off_before = 12,  // as kill, of the whole host
    power_off_after = 13,
    pause = 14,        // the acting process stalls for `span` once it has acted, then goes on
    clock_jump = 15,   // the wall clock of its host jumps by `span`
    clock_drift = 16,  // that clock gains `span` in each second from now on
    too_busy = 17,     // service: turned away, before any work
    fail_before = 18,  // service: fails before any work
    fail_after = 19,   // service: does the work, then fails to tell its outcome
    power_cut = 20,    // file: the whole host dies before the operation
    io_error = 21,     // file: the operation fails
    disk_full = 22,    // file: there is no room for what is to be written
    read_only = 23,    // file: nothing can be written, from now on
    false_sync = 24,   // file: a sync is told to be done, and nothing is safe
    lost_file = 25,    // file: its name is gone
};

inline constexpr std::size_t harms = 26;

// Of two things so far apart, the first is never overtaken: that would be a delay.
inline constexpr duration overtaking_reach = std::chrono::milliseconds(10);

// These strike at points of service, and nothing else does there: the code that serves is told, and
// does it itself.
constexpr bool is_of_service(harm h) {
    return h == harm::too_busy || h == harm::fail_before || h == harm::fail_after;
}

// These strike at points of files alone.
constexpr bool is_of_files(harm h) {
    return h == harm::power_cut || h == harm::io_error || h == harm::disk_full ||
           h == harm::read_only || h == harm::false_sync || h == harm::lost_file;
}

// "silence", "kill before", ...
std::string_view to_text(harm h);

struct disturbance {
    constexpr disturbance() = default;
    constexpr explicit disturbance(harm h, duration s = duration::zero()) : what(h), span(s) {}

    harm what = harm::none;
    duration span{};
    std::optional<duration> restart{};  // of a kill or power-off: how long until it starts again
    std::uint64_t until = 0;            // of a partition: the id of the point that ends it
    survival survives{};                // of a power-off: what of that which was not synced
    bool lasting = false;               // of an I/O error, a full disk, a false sync: from then on

    friend bool operator==(const disturbance&, const disturbance&) = default;
};

// What is left for the device that asked, when the world has done its part.
struct hindrance {
    // Silence, refuse, a reset or trickle, or a harm of service or files: of several the first.
    harm what = harm::none;
    duration span{};   // of a trickle
    duration delay{};  // all delays together
    bool overtaken = false;
    bool lasting = false;  // of a harm of files
};

// By which clock something runs out: that of a host, or the one by which timers wait.
enum class clock_kind : std::uint8_t { wall, monotonic };

// Decides what goes wrong. Must answer from the point and its own state alone, never from clocks,
// addresses or anything else that could differ between two runs.
class adversary {
public:
    // All that goes wrong there, in the order in which it does. Stays valid until it is asked
    // again.
    virtual std::span<const disturbance> at(const point& where) = 0;

    // Whether it wants to be asked at points of files, of which there are many: once for a whole
    // run, before it begins.
    virtual bool wants_files() const { return false; }

    // WHO has set a time at which something runs out, or asked how long it is until then: LEFT,
    // zero or less if it has. Nothing goes wrong there; it is for searches that bring a run to such
    // moments.
    virtual void saw_deadline(name_index /*who*/, clock_kind /*by*/, duration /*left*/) {}

    // This answer was carried out. One that finds nothing to harm, such as silence on a connection
    // that is silent already, is not.
    virtual void struck(harm) {}

protected:
    ~adversary() = default;
};

}  // namespace onceproof::sim
