// Brings what a run does to the very moments at which something in it runs out: one nanosecond
// before, at, and one after. A comparison that is off by one, or two events at one time in an order
// that nobody thought of, shows there and nowhere else.
//
// The run is that of the scenario's own plan in nominal timing. What runs out in it is known from
// its timers, and from code that sets such a time or judges by it (sim::incarnation::left_until):
// the end of a lease, the expiry of a record that is found, the time that is left to a client. What
// an SQL statement compares by itself is not known, such as the sweep's.
//
// To that plan one fault is added. A message or a connection comes so much later that one of the
// events which followed from it in the same attempt happens at such a moment, in a process whom it
// concerns; or, for what is judged by the wall clock, that clock jumps so far before a step that
// the moment comes with one of the next.
#pragma once

#include "faults/kind.hpp"
#include "faults/strategies/plan_search.hpp"
#include "search/runner.hpp"
#include "sim/fault_injector.hpp"
#include "sim/time/time.hpp"
#include "sim/trace/point.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace onceproof::search {

// Whether BY claims to be exact however late something comes, and whatever a clock shows: who does
// not is not brought to deadlines.
bool is_without_bounds(const designs::implementation& by);

// Whether something may go wrong by which a run of BY is brought to a deadline: it comes late, or a
// clock jumps.
bool has_ways_to_deadlines(const designs::implementation& by);

class around_deadlines final : public faults::plan_search {
public:
    // RUN runs on ON, and keeps points and the trace. Requires: S, SPACE and ON outlive this.
    // Of SPACE delays and jumps of clocks are used, with other spans.
    around_deadlines(const scenarios::scenario& s, const faults::fault_space& space, runner& on,
                     run_function run);

    // One for each deadline. Runs the scenario's own plan.
    std::size_t roots() override;

    void explore(std::size_t root) override;

    // How many of the deadlines were met one nanosecond before, at and after: in the process whom
    // it concerns something happened then, or was judged by a clock that showed it. What comes as a
    // timer fires, or later, may find nobody who would notice: that the timer has fired counts too.
    std::uint64_t met() const { return met_; }

private:
    class first_run;

    struct deadline {
        sim::time_point at;     // in true time, as long as nobody sets a clock
        sim::name_index party;  // a party
        sim::clock_kind clock;

        friend auto operator<=>(const deadline&, const deadline&) = default;
    };

    // What happened at a moment in an attempt, or was about to.
    struct step {
        sim::time_point at;
        std::uint32_t activity;
        sim::name_index party;

        friend auto operator<=>(const step&, const step&) = default;
    };

    // A point at which a fault moves what follows from it.
    struct lever {
        sim::point where;
        faults::fault_kind kind;
        std::vector<step> followers;
    };

    // All processes on the host of the servers are one party: they share a database and a clock.
    static constexpr sim::name_index servers = 0;
    sim::name_index party_of(sim::name_index who) const;

    std::set<sim::duration> spans_of(const lever& by, const deadline& d) const;
    bool meets_beside(const lever& by, const deadline& d, sim::duration span, int beside);
    bool has_met(const lever& by, const deadline& d, int beside) const;

    const scenarios::scenario& scenario_;
    const faults::fault_space& space_;
    runner& on_;
    std::vector<deadline> deadlines_;
    std::vector<lever> levers_;
    std::uint64_t behaviour_ = 0;  // of the first run
    std::uint64_t met_ = 0;
};

}  // namespace onceproof::search
