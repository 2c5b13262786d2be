// The kinds of faults: what may go wrong at which points, and in which of a few ways.
//
// A search needs a finite choice, so each kind has a list of alternatives, the mildest first. A
// plan that is written by hand may use any span. Those who know the protocol add alternatives that
// speak its words, such as a delay past the client's timeout.
#pragma once

#include "sim/adversary.hpp"
#include "sim/point.hpp"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::faults {

// Points of which kinds.
class point_kinds {
public:
    constexpr point_kinds(std::initializer_list<sim::point_kind> kinds) {
        for (const sim::point_kind k : kinds) {
            bits_ |= 1U << static_cast<unsigned>(k);
        }
    }
    constexpr bool has(sim::point_kind k) const {
        return (bits_ >> static_cast<unsigned>(k) & 1U) != 0;
    }

private:
    unsigned bits_ = 0;
};

// Some kinds, by their harms.
class kind_set {
public:
    constexpr kind_set() = default;
    constexpr kind_set(std::initializer_list<sim::harm> some) {
        for (const sim::harm h : some) {
            add(h);
        }
    }
    constexpr void add(sim::harm h) { bits_ |= 1U << static_cast<unsigned>(h); }
    constexpr bool has(sim::harm h) const { return (bits_ >> static_cast<unsigned>(h) & 1U) != 0; }
    constexpr bool is_empty() const { return bits_ == 0; }

private:
    std::uint32_t bits_ = 0;
    static_assert(sim::harms <= 32, "each has a bit");
};

struct alternative {
    alternative(std::string_view w, const sim::disturbance& d) : word(w), what(d) {}

    std::string word;  // "20ms", "past the timeout"; empty if there is but one
    sim::disturbance what;
};

struct kind {
    kind(sim::harm h, point_kinds at, std::string_view text, std::vector<alternative> a)
        : what(h), strikes_at(at), description(text), alternatives(std::move(a)) {}

    std::string_view name() const { return to_text(what); }

    sim::harm what;
    point_kinds strikes_at;
    std::string_view description;  // one line, for `onceproof list faults`
    std::vector<alternative> alternatives;
};

// The kinds to choose from, the mildest first.
using fault_space = std::vector<kind>;

// What the world can do, but for its disks.
fault_space world_faults();

// What a disk can do that keeps its promises: what was synced is there, and an error is told.
fault_space disk_faults();

// What no design stands whose only copy is on that disk.
fault_space false_disk_faults();

// nullptr if there is none.
const kind* find(const fault_space& space, sim::harm what);
const kind* find(const fault_space& space, std::string_view name);

// Of these kinds only.
fault_space only(const fault_space& space, const kind_set& kinds);

// Adds an alternative to the kind of its harm. Requires: the kind is there.
void add(fault_space& space, alternative a);

}  // namespace onceproof::faults
