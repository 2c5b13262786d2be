// The question that is asked at each injection point, "does anything go wrong here?", and what may
// be answered. An `fault_injector` answers; without one, nothing goes wrong: the calm run.
//
// The world offers a few primitives with parameters. What kinds of faults there are, what they are
// called and what is made of which primitive is not for it to know: see faults/kinds.cpp.
#pragma once

#include "sim/disk/survival.hpp"
#include "sim/hash.hpp"
#include "sim/time/time.hpp"
#include "sim/trace/point.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace onceproof::sim {

// What can be done to what acts at a point. At a service only `fail_service` can, and that nowhere
// else; `fail_file` can at files alone.
enum class primitive : std::uint8_t {
    none,
    lose,          // connect: never answered. message: it and all that follows it are lost
    delay,         // later by `span`
    overtake,      // just after what comes next, if that is within overtaking_reach
    refuse,        // connect: refused
    reset,         // message: the connection is reset before, within or after it
    trickle,       // message: in pieces of 16 bytes, `span` apart
    partition,     // connect, message: no way between two hosts, for `span` or until a point
    kill,          // the acting process dies before or after it acts
    power_off,     // its host loses power before or after it acts
    stall,         // the acting process stalls for `span` once it has acted, then goes on
    jump_clock,    // the wall clock of its host jumps by `span`
    drift_clock,   // that clock gains `span` in each second from now on
    fail_service,  // the code that serves is told `word`, and does what that says
    fail_file,     // the disk fails in the way of `file`, and the trace says `word`
};

// When a primitive acts; half of a message has left `within` it.
enum class timing : std::uint8_t { before, within, after };

// How an operation on a file fails.
enum class file_failure : std::uint8_t {
    error,       // the operation fails
    full,        // there is no room for what is to be written
    read_only,   // nothing can be written
    false_sync,  // a sync is told to be done, and nothing is safe
    lost,        // the file's name is gone
};

// Of two things so far apart, the first is never overtaken: that would be a delay.
inline constexpr duration overtaking_reach = std::chrono::milliseconds(10);

// One thing that goes wrong at a point: a primitive and its parameters.
struct injection {
    constexpr injection() = default;
    constexpr explicit injection(primitive p, duration s = duration::zero()) : kind(p), span(s) {}
    constexpr injection(primitive p, timing t) : kind(p), when(t) {}
    constexpr explicit injection(literal of_service)
        : kind(primitive::fail_service), word(of_service) {}
    constexpr explicit injection(file_failure f, literal of_file = "")
        : kind(primitive::fail_file), file(f), word(of_file) {}

    primitive kind = primitive::none;
    timing when = timing::before;             // of a reset, a kill, a power-off
    file_failure file = file_failure::error;  // of a failure of a file
    literal word = "";                        // of a failure of a service or a file
    duration span{};  // of a failure of a file, if not zero: it goes on for so long
    std::optional<duration> restart{};  // of a kill or power-off: how long until it starts again
    std::uint64_t until = 0;            // of a partition: the id of the point that ends it
    survival survives{};                // of a power-off: what of that which was not synced
    bool lasting = false;               // of a failure of a file: it goes on from then on

    friend bool operator==(const injection&, const injection&) = default;
};

// What is left for the device that asked, when the world has done its part.
struct device_fault {
    bool does(primitive p) const { return kind == p; }
    bool resets(timing t) const { return kind == primitive::reset && when == t; }

    // To lose, refuse, reset or trickle, or a failure of a service or a file: of several the first.
    primitive kind = primitive::none;
    timing when = timing::before;
    file_failure file = file_failure::error;
    bool lasting = false;
    bool overtaken = false;
    literal word = "";
    duration span{};   // of a trickle or a failure of a file
    duration delay{};  // all delays together
};

// By which clock something runs out: that of a host, or the one by which timers wait.
enum class clock_kind : std::uint8_t { wall, monotonic };

// Decides what goes wrong. Must answer from the point and its own state alone, never from clocks,
// addresses or anything else that could differ between two runs.
class fault_injector {
public:
    // All that goes wrong there, in the order in which it does. Stays valid until it is asked
    // again.
    virtual std::span<const injection> at(const point& where) = 0;

    // Whether it wants to be asked at points of files, of which there are many: once for a whole
    // run, before it begins.
    virtual bool wants_files() const { return false; }

    // WHO has set a time at which something runs out, or asked how long it is until then: LEFT,
    // zero or less if it has. Nothing goes wrong there; it is for searches that bring a run to such
    // moments.
    virtual void saw_deadline(name_index /*who*/, clock_kind /*by*/, duration /*left*/) {}

    // The first answer with that primitive which has not been carried out yet was carried out; of
    // delays, all together. One that finds nothing to act on, such as loss on a connection that is
    // silent already, is not.
    virtual void fired(primitive) {}

protected:
    ~fault_injector() = default;
};

}  // namespace onceproof::sim
