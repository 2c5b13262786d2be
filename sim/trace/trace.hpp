// The trace of a run: what happened, when, where, on whose behalf and because of what.
//
// Each event is hashed, field by field, into a rolling 128-bit hash; two runs with equal hashes
// did the same. The events themselves are kept only when asked for, so that a passing run costs
// no memory. The hash does not depend on whether they are kept.
#pragma once

#include "sim/hash.hpp"
#include "sim/time/time.hpp"
#include "sim/trace/point.hpp"

#include <compare>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::sim {

// What can be seen in a trace. The numbers are part of the trace format: only ever append.
// `a` and `b` of a record mean what the comment says.
enum class event_kind : std::uint8_t {
    started = 1,        // a process; a: which incarnation
    killed = 2,         // a process
    powered_off = 3,    // a host; detail: what of the unsynced survives, if anything
    powered_on = 4,     // a host
    crashed = 5,        // a process, by an exception; detail: what it said
    connecting = 6,     // a: connection, b: port
    connected = 7,      // a: connection
    refused = 8,        // a: connection
    sent = 9,           // a: connection, b: bytes; detail: the bytes
    delivered = 10,     // a: connection, b: bytes
    finished = 11,      // who sends no more on connection a
    saw_end = 12,       // who will read no more from connection a
    reset = 13,         // who reset connection a
    saw_reset = 14,     // who was told that connection a is reset
    lost = 15,          // silence: a: connection, b: bytes; detail: the bytes
    delayed = 16,       // a: connection, b: nanoseconds
    held = 17,          // a partition holds what is under way on connection a
    partitioned = 18,   // from who to whom (hosts)
    healed = 19,        // from who to whom (hosts)
    timer_fired = 20,   //
    channel_sent = 21,  // a: how many values are in the channel now
    channel_received = 22,
    clock_jumped = 23,  // a host's wall clock; a: nanoseconds, two's complement
    note = 24,          // a word of the code under test; a: its number, detail: its text
    ended = 25,         // the run; a: outcome, b: steps
    overtaken = 26,     // what is under way to who on connection a comes after what was next
    paused = 27,        // a process; a: nanoseconds
    clock_drifts = 28,  // a host's wall clock; a: nanoseconds gained in each second
    trickled = 29,      // a: connection, b: nanoseconds between pieces
    failed =
        30,  // a process's service or file; word: which kind of fault, detail: what it was to do
};

struct trace_event {
    time_point at;
    event_kind kind;
    name_index actor;
    name_index peer;
    std::uint32_t activity;
    std::uint32_t cause;  // which record, counted from 1, made this happen; 0: none
    std::uint64_t a;
    std::uint64_t b;
    std::string_view word;    // of a note or of a failure, else empty
    std::string_view detail;  // text of the event; kept by the trace

    friend bool operator==(const trace_event&, const trace_event&) = default;
};

// The hashes of the names of `who` and `whom`, and of the label of `activity`.
struct record_ids {
    std::uint64_t actor;
    std::uint64_t peer;
    std::uint64_t activity;
};

// Sees each event of a run as it happens: for those who judge a run without keeping its trace.
class trace_watcher {
public:
    virtual void saw(const trace_event& r) = 0;

protected:
    ~trace_watcher() = default;
};

struct trace_hash {
    std::uint64_t high;
    std::uint64_t low;

    friend auto operator<=>(const trace_hash&, const trace_hash&) = default;
};

// 32 hexadecimal digits.
std::string to_text(const trace_hash& hash);

class trace {
public:
    // Changes whenever an equal run would give another hash.
    static constexpr int format_version = 2;

    explicit trace(bool keep);
    ~trace();
    trace(const trace&) = delete;
    trace& operator=(const trace&) = delete;

    // Adds an event and returns its number, counted from 1. NAMES are those that the record's
    // indices stand for: hashes speak of names and labels, not of the order in which they were
    // added.
    std::uint32_t add(const trace_event& r, const record_ids& names);

    bool keeps() const { return keep_; }
    std::uint32_t size() const { return count_; }

    // The kept events, in order; empty unless the trace keeps them.
    const std::vector<trace_event>& records() const { return records_; }

    trace_hash hash() const;

private:
    struct hasher;
    std::unique_ptr<hasher> hasher_;
    std::uint32_t count_ = 0;
    bool keep_;
    std::vector<trace_event> records_;
    std::deque<std::string> details_;  // a deque, since records point into its strings
};

}  // namespace onceproof::sim
