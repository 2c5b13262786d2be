// What goes wrong at one point, as plans say it: of which kind, and with which parameters.
#pragma once

#include "sim/disk/survival.hpp"
#include "sim/time/time.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace onceproof::faults {

// The number of a kind of fault. Seeds draw under these numbers, so they never change: only append.
// These are names for those of which code speaks; faults/kinds.cpp has the kinds themselves, and
// one of which only plans speak needs no name here.
enum class fault_kind : std::uint8_t {
    none = 0,
    silence = 1,
    delay = 2,
    overtaken = 3,
    refuse = 4,
    reset_before = 5,
    reset_within = 6,
    reset_after = 7,
    trickle = 8,
    partition = 9,
    kill_before = 10,
    kill_after = 11,
    power_off_before = 12,
    power_off_after = 13,
    pause = 14,
    clock_jump = 15,
    clock_drift = 16,
    too_busy = 17,
    fail_before = 18,
    fail_after = 19,
    power_cut = 20,
    io_error = 21,
    disk_full = 22,
    read_only = 23,
    false_sync = 24,
    lost_file = 25,
};

// All numbers are below this.
inline constexpr std::size_t fault_kinds_max = 32;

// "silence", "kill before", ...; "none" if there is no such kind.
std::string_view to_text(fault_kind h);

// Which of these parameters a kind may have is said by its row.
struct fault_spec {
    constexpr fault_spec() = default;
    constexpr explicit fault_spec(fault_kind h, sim::duration s = sim::duration::zero())
        : kind(h), span(s) {}

    fault_kind kind = fault_kind::none;
    sim::duration span{};
    std::optional<sim::duration> restart{};  // after a death: how long until it starts again
    std::uint64_t until = 0;                 // the id of the point that ends it
    sim::survival survives{};                // after a power-off: what of that which was not synced
    bool lasting = false;                    // from then on, until faults stop

    friend bool operator==(const fault_spec&, const fault_spec&) = default;
};

}  // namespace onceproof::faults
