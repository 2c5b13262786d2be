// Makes runs of one scenario, one seed after the other, and judges each.
//
// A runner keeps what is costly to make (the database, its connections) from run to run; a run
// does not depend on those before it.
#pragma once

#include "faults/injector.hpp"
#include "faults/strategies/power_cut_pruner.hpp"
#include "model/oracle/oracle.hpp"
#include "scenarios/trial.hpp"
#include "sim/sqlite/storage.hpp"
#include "sim/world.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace onceproof::search {

// One run, judged.
struct run_report {
    std::uint64_t seed = 0;
    sim::trace_hash hash{};
    std::uint64_t steps = 0;
    std::uint64_t goals = 0;                   // bit i: scenario::must_reach[i] was reached
    std::uint64_t behaviour = 0;               // equal if everybody did the same in the same order
    std::vector<model::violation> violations;  // of the oracle's rules
    std::vector<model::rule> not_judged;       // see model::judgement
    std::uint64_t intents = 0;                 // that anybody had, but for fresh ones
    std::uint64_t effects = 0;                 // on disk in the end, but for those of fresh intents
    std::string failure;                       // the run itself went wrong: "livelock", ...

    bool broke() const { return !violations.empty() || !failure.empty(); }
};

struct runner_options {
    bool keep_trace = false;   // keep the events, for told()
    bool keep_points = false;  // keep the points that the run meets, and their names
    sim::limits bounds{1'000'000, std::chrono::hours(24 * 400)};

    // The run stands still when so many events have happened (see sim::limits::events): it is
    // judged by what was seen so far, and is no failure.
    std::uint32_t pause_at = UINT32_MAX;
    // There, or at its end, the power goes on all hosts: what the disks hold is what was safe.
    bool then_cut_power = false;

    // Told of each point of the run. Requires: it is the run of a plan.
    faults::power_cut_pruner* pruner = nullptr;

    // Called once, when so many steps have run: may kill, cut the power, start again. For tests
    // that act at each step in turn.
    std::uint64_t interfere_after = 0;
    std::function<void(sim::world&)> interfere{};
};

struct kept_database {
    std::string host;
    std::string file;
    std::vector<sim::table> tables;
};

class runner {
public:
    // Requires: s outlives the runner, and can be run by BY.
    runner(const scenarios::scenario& s, const designs::implementation& by);
    explicit runner(const scenarios::scenario& s) : runner(s, s.usual) {}
    ~runner();
    runner(const runner&) = delete;
    runner& operator=(const runner&) = delete;

    // The run of a seed: the scenario's workload and plan, and what the seed adds to that.
    run_report run(std::uint64_t seed, const runner_options& options = {});

    // That run. Requires: it is one of this scenario, by the same implementation.
    run_report run(const scenarios::trial& t, const runner_options& options = {});

    // That plan in nominal timing.
    run_report run(const faults::fault_schedule& plan, const scenarios::workload& work,
                   const runner_options& options = {});

    // The world of the last run, for whoever wants to read it. Requires: there was one.
    const sim::world& world() const;

    // What was seen of it. Requires: there was one.
    const model::history& seen() const;

    // What its disks hold. Requires: there was one.
    std::vector<kept_database> databases();

    // What goes wrong in the run of each seed: the scenario's plan, with a point for each moment.
    const faults::plan& plan();

    // What a seed has chosen, as a trial that runs without choosing.
    scenarios::trial trial_of(std::uint64_t seed);

    // What injected the faults of the last run.
    const faults::injector& injector() const;

    // The name of a point of the last run. Requires: it kept its points, and met that one.
    std::string name_of(std::uint64_t point) const;

private:
    struct run_state;
    struct input;
    scenarios::workload work_of(std::uint64_t seed) const;
    run_report run_input(input how, const runner_options& options);
    sim::run_result run_to_the_end(const runner_options& options);
    run_report report_on(std::uint64_t seed, const sim::run_result& result) const;

    const scenarios::scenario& scenario_;
    designs::implementation under_test_;
    faults::fault_space space_;
    std::optional<faults::plan> plan_;  // once somebody has asked
    std::unique_ptr<run_state> state_;
};

}  // namespace onceproof::search
