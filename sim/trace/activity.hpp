// Activities: labels such as `intent-1/attempt-2` that say on whose behalf something happens.
//
// A client opens an activity; from then on the label travels by itself. The rules:
//   1. An operation (a timer, a read, a posted function, ...) captures the activity in which it
//      was started and restores it when it completes.
//   2. Reading a message adopts the label under which it was written, and so does receiving a
//      value from a `sim::channel`. A mere wake-up (a cancelled timer, a channel of void) adopts
//      nothing.
//   3. A read never crosses a label boundary, so two requests that arrive in one segment are read
//      one after the other, each under its own label.
//   4. An operation that is cancelled through its cancellation slot goes on in the canceller's
//      activity if that one was adopted by the other arm of the same `||`. So after
//      `co_await (read(...) || timer.async_wait(...))` a server acts under what it read.
//      After `&&` the coroutine goes on in the activity of the arm that completed last.
// Foreign code (Beast, a user's protocol) needs no change: it gets its labels for nothing.
#pragma once

#include "sim/hash.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace onceproof::sim {

class executor;

// What an operation carries. Copied on every operation, so it is 16 bytes of plain numbers.
struct context {
    std::uint32_t activity = 0;      // index in the world's activity table; 0 is "nobody's"
    std::uint32_t adoption = 0;      // which reading brought the label here; 0: none did
    std::uint32_t adopted_from = 0;  // the adoption that was current before that reading
    std::uint32_t cause = 0;         // the trace record that made this happen; 0: none
};

// The labels of one run. A label is kept as its last word and a link to its parent; the text is
// made only when somebody asks for it.
class activity_table {
public:
    activity_table();

    // The label PARENT/WORD-NUMBER, or WORD-NUMBER when the parent is 0.
    std::uint32_t open(std::uint32_t parent, literal word, std::uint64_t number);

    // Depends on the words and numbers alone, hence the same in every run and every build.
    std::uint64_t id(std::uint32_t activity) const { return labels_[activity].id; }

    // Of its words, the number of that one: of intent-3/attempt-2, 3 is the first and 2 the second.
    // 0 if it has not so many. WHICH counts from 0.
    std::uint64_t number_of(std::uint32_t activity, std::size_t which) const;

    // "intent-1/attempt-2"; empty for 0.
    std::string name(std::uint32_t activity) const;

private:
    struct label {
        std::uint64_t id;
        std::uint32_t parent;
        literal word;
        std::uint64_t number;
    };
    std::vector<label> labels_;
};

// The id that `activity_table` gives to the label that reads NAME ("intent-1/attempt-2"); an id
// that no label has if none can read so.
std::uint64_t activity_id(std::string_view name);

// A label in the hands of a client. Valid as long as its world.
class activity {
public:
    // The label under which the calling code runs now.
    // Requires: the world of EX is running.
    static activity current(const executor& ex);

    // No label at all: the parent of every intent.
    static activity root(const executor& ex);

    // Opens WORD-NUMBER below this label and makes it current. NUMBER counts from 1.
    activity open(literal word, std::uint64_t number) const;

    // Makes this label current again for the code that calls, until it ends or opens another.
    void enter() const;

    std::string name() const;

private:
    activity(class world& w, std::uint32_t index) : world_(&w), index_(index) {}

    class world* world_;
    std::uint32_t index_;
};

}  // namespace onceproof::sim
