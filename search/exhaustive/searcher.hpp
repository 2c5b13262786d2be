// Runs the parts of an exhaustive search, in a worker.
#pragma once

#include "faults/strategies/plan_search.hpp"
#include "faults/strategies/power_cut_pruner.hpp"
#include "search/exhaustive/deadlines.hpp"
#include "search/exhaustive/exhaustive_search.hpp"
#include "search/moments/moments.hpp"
#include "search/runner.hpp"
#include "search/workers/job.hpp"
#include "search/workers/shared_trial.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace onceproof::search {

class searcher {
public:
    // ANNOUNCES: where each plan is told before it is run; nullptr: nowhere. Requires: s and
    // that outlive this.
    searcher(const scenarios::scenario& s, const designs::implementation& by,
             const exhaustive_options& options, shared_trial* announces = nullptr);
    searcher(const searcher&) = delete;
    searcher& operator=(const searcher&) = delete;

    // Gives a part_result.
    outcome run(std::uint64_t part);

private:
    using name_function = std::function<std::string(std::uint64_t point)>;

    void begin();
    void begin_search();
    void run_what_it_is_about();
    faults::run_seen run_one(const faults::fault_schedule& plan);
    void count(const run_report& r);
    void keep(const run_report& r, const faults::fault_schedule& plan);
    scenarios::trial trial_of(const faults::fault_schedule& plan,
                              const name_function& name_of) const;
    void announce(const faults::fault_schedule& plan);
    void remember_names();
    outcome finish(const faults::search_counts& before, std::uint64_t met_before);
    std::uint64_t met() const { return deadlines_ == nullptr ? 0 : deadlines_->met(); }

    const scenarios::scenario& scenario_;
    designs::implementation under_test_;
    faults::fault_space space_;
    exhaustive_options options_;
    shared_trial* announces_;
    runner runner_;
    faults::power_cut_pruner pruner_;
    moment_plans of_moments_;                      // of a search by the number of faults
    std::vector<faults::plan> own_;                // the scenario's plan, or these
    std::unique_ptr<faults::plan_search> search_;  // its first run serves all parts
    around_deadlines* deadlines_ = nullptr;        // if it is that
    std::map<std::uint64_t, std::string> names_;   // of some points; of all, if plans are announced
    part_result told_{};
    std::vector<finding> broken_;  // by the first plan that broke something
};

}  // namespace onceproof::search
