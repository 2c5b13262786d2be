// One run, made and kept for whoever walks through it.
//
// Its events are numbered from 1 in the order of its trace; 0 is the moment before the first. Those
// that are shown make its rows; timers that fire are not shown.
#pragma once

#include "faults/injector.hpp"
#include "reports/run/run_sketch.hpp"
#include "search/runner.hpp"
#include "search/verdict.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::explore {

using event_number = std::uint32_t;

// What an event is to who looks for one.
enum class row_kind : std::uint8_t {
    other,
    message,  // one that leaves, arrives or is lost
    attempt,  // a client begins one
    refusal,  // a duplicate is suppressed: by a replay, or a refusal
    fault,    // something goes wrong
    effect,   // in a system of record
};

std::string_view to_text(row_kind kind);

// A rule that the run breaks, and the row in which that can be seen first.
struct dated_violation {
    model::violation violation;
    event_number since;
};

class recording {
public:
    // Runs it.
    explicit recording(const scenarios::trial& t);
    ~recording();

    const scenarios::trial& trial() const { return trial_; }
    const search::run_report& report() const { return report_; }
    search::verdict verdict() const;
    const sim::world& world() const { return runner_.world(); }
    const faults::injector& against() const { return runner_.injector(); }

    // What of it can be drawn: all of it.
    const reports::run_sketch& sketch() const { return sketch_; }

    event_number size() const { return world().events().size(); }
    // Requires: NUMBER is from 1 to size().
    const sim::trace_event& event(event_number number) const;
    row_kind kind_of(event_number number) const { return kinds_[number]; }

    // Of each row its event.
    const std::vector<event_number>& rows() const { return rows_; }
    // The last row that is not after that event; none if there is none.
    std::optional<std::size_t> row_of(event_number at) const;

    // What it breaks, that which shows first before the others. Run again for it when it is
    // asked for first.
    const std::vector<dated_violation>& violations();

    // The same run up to that event: it stands still when the step that the event is in has ended.
    // With CUT_POWER the power goes everywhere at that moment. Valid until it is asked for again.
    struct pause {
        const search::run_report& report;
        search::runner& runner;
    };
    pause pause_at(event_number at, bool cut_power = false);

private:
    row_kind kind_of(const sim::trace_event& r) const;
    bool is_broken_at(event_number at, const model::violation& v);

    scenarios::trial trial_;
    search::runner runner_;
    search::runner again_;
    search::run_report report_;
    search::run_report paused_;
    reports::run_sketch sketch_;
    std::vector<row_kind> kinds_;  // by number
    std::vector<event_number> rows_;
    std::optional<std::vector<dated_violation>> violations_;
};

}  // namespace onceproof::explore
