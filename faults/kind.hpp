// The kinds of faults: what may go wrong at which points, and in which of a few ways. A kind is a
// row of the one table in kinds.cpp; all that differs from kind to kind is read from there.
//
// A search needs a finite choice, so each kind has a list of alternatives, the mildest first. A
// plan that is written by hand may use any span. Those who know the protocol add alternatives that
// speak its words, such as a delay past the client's timeout.
#pragma once

#include "faults/fault_spec.hpp"
#include "sim/fault_injector.hpp"
#include "sim/hash.hpp"
#include "sim/trace/point.hpp"
#include "sim/trace/trace.hpp"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::faults {

// Some values of an enumeration that has at most 32.
template <class Enum>
class set_of {
public:
    constexpr set_of() = default;
    constexpr set_of(std::initializer_list<Enum> some) {
        for (const Enum e : some) {
            add(e);
        }
    }
    constexpr void add(Enum e) { bits_ |= 1U << static_cast<unsigned>(e); }
    constexpr bool has(Enum e) const { return (bits_ >> static_cast<unsigned>(e) & 1U) != 0; }
    constexpr bool is_empty() const { return bits_ == 0; }

private:
    std::uint32_t bits_ = 0;
};

using point_kinds = set_of<sim::point_kind>;
using kind_set = set_of<fault_kind>;
static_assert(fault_kinds_max <= 32, "each has a bit");

// What a plan may say of a fault, beside its span; members of fault_spec.
enum class parameter : std::uint8_t { restart, survives, lasting, until };
using parameters = set_of<parameter>;

// Whether a fault has a span, and which.
enum class span_rule : std::uint8_t {
    none,
    optional,
    needed,
    either_way,   // needed, and may be negative
    in_a_second,  // so, and is part of a second
};

constexpr bool needs_span(span_rule r) {
    return r != span_rule::none && r != span_rule::optional;
}
constexpr bool may_be_negative(span_rule r) {
    return r == span_rule::either_way || r == span_rule::in_a_second;
}

// Where a kind of fault comes from.
enum class origin : std::uint8_t {
    world,       // what any design may meet
    disk,        // what disks do that keep their promises: an error is told
    false_disk,  // what no design stands whose only copy is on that disk
};

// By which event a trace shows that a fault was injected, and what a story says of that event; in
// it
// `{whom}`, `{detail}`, `{word}`, and `{a}` and `{b}` as spans, stand for those of the record. The
// words are empty where the event happens without faults as well: stories have words of their own
// for that. Pictures have a sign for the event, or what they draw for such an event anyway.
struct sighting {
    sim::event_kind event = sim::event_kind::failed;
    std::string_view words{};
};

// Which point of a moment of an attempt a fault acts if its plan does not say which: where it
// tells most. See search/moments/moments.hpp.
enum class pick : std::uint8_t {
    first,
    last,
    last_of_server,  // that is the server's own; the last if there is none
    claim,           // after which a death holds up the next attempt; the last if there is none
    before_claim,    // the point before that; likewise
    after_claim,     // the server's next step after that; likewise
};

// Of the two moments in which kinds differ. Of a request that arrives it is the last point, and
// else the first.
struct moment_picks {
    pick before_effect = pick::claim;
    pick before_answer = pick::first;  // between effect and answer
};

struct alternative {
    alternative(std::string_view w, const fault_spec& d) : word(w), fault(d) {}

    std::string word;  // "20ms", "past the timeout"; empty if there is but one
    fault_spec fault;
};

struct kind_row {
    std::string_view name() const { return word.text(); }

    sim::literal word = "";                // "kill before"
    fault_kind number = fault_kind::none;  // its number
    std::string_view description{};        // one line, for `onceproof list faults`
    std::string_view sentence{};           // what a fault does: see words.hpp
    point_kinds applies_to{};
    sim::injection injects{};  // the world's primitive, without parameters
    span_rule span = span_rule::none;
    parameters may_have{};
    std::vector<alternative> alternatives{};  // the mildest first
    sighting seen{};
    moment_picks picks{};
    origin from = origin::world;
};

// The kinds to choose from, the mildest first.
using fault_space = std::vector<kind_row>;

// All kinds, the mildest of each origin first.
const fault_space& all_kinds();

// Requires: there is a kind of that number.
const kind_row& kind_of(fault_kind what);

// What the world does: the primitive of the fault's kind with the fault's parameters.
sim::injection injection_of(const fault_spec& d);

// Whether it goes on until faults stop.
bool lasts_for_good(const fault_spec& d);

// The kind that an event of a trace shows: of several that whose word the event says, or the first.
// nullptr if it shows none.
const kind_row* seen_in(const sim::trace_event& r);

// What the world can do, but for its disks.
fault_space world_faults();

// What a disk can do that keeps its promises: what was synced is there, and an error is told.
fault_space disk_faults();

// What no design stands whose only copy is on that disk.
fault_space false_disk_faults();

// nullptr if there is none.
const kind_row* find(const fault_space& space, fault_kind what);
const kind_row* find(const fault_space& space, std::string_view name);

// Of these kinds only.
fault_space only(const fault_space& space, const kind_set& kinds);

// Adds an alternative to its kind. Requires: the kind is there.
void add(fault_space& space, alternative a);

}  // namespace onceproof::faults
