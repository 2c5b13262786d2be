// See exhaustive.hpp.
#include "faults/strategies/exhaustive.hpp"

#include <utility>

namespace onceproof::faults {

exhaustive::exhaustive(const fault_space& space, std::size_t faults_max, run_function run)
    : plan_search(std::move(run)), faults_max_(faults_max) {
    for (const kind_row& k : space) {
        for (const alternative& a : k.alternatives) {
            choices_.push_back({&k, &a.fault});
        }
    }
}

run_seen exhaustive::run_plan() {
    run_seen seen = run(plan_);
    for (const sim::point& p : seen.points) {
        for (const choice& c : choices_) {
            if (c.kind->applies_to.has(p.kind)) {
                count_offer(c.kind->number);
            }
        }
    }
    return seen;
}

std::size_t exhaustive::roots() {
    calm_ = run_plan();
    for (std::size_t p = 0; p < calm_.points.size() && faults_max_ > 0; ++p) {
        for (std::size_t a = 0; a < choices_.size(); ++a) {
            if (is_to_be_run(calm_, {p, a})) {
                roots_.push_back({p, a});
            }
        }
    }
    return roots_.size();
}

void exhaustive::explore(std::size_t root) {
    run_child(calm_, roots_[root]);
}

// FROM: the last fault of the plan, after which more may be added.
void exhaustive::extend(const run_seen& seen, position from) {
    for (std::size_t p = from.point; p < seen.points.size(); ++p) {
        for (std::size_t a = p == from.point ? from.alternative + 1 : 0; a < choices_.size(); ++a) {
            if (stopped()) {
                return;
            }
            if (is_to_be_run(seen, {p, a})) {
                run_child(seen, {p, a});
            }
        }
    }
}

// Whether there is such a fault, and it leaves something else than others do.
bool exhaustive::is_to_be_run(const run_seen& parent, position at) {
    if (!choices_[at.alternative].kind->applies_to.has(parent.points[at.point].kind)) {
        return false;
    }
    const bool is_repeat =
        !parent.repeats.empty() && (parent.repeats[at.point] >> at.alternative & 1U) != 0;
    if (is_repeat) {
        count_repeat();
    }
    return !is_repeat;
}

void exhaustive::run_child(const run_seen& parent, position at) {
    const fault_spec& added = *choices_[at.alternative].fault;
    plan_.emplace_back(parent.points[at.point].id, added);
    const run_seen seen = run_plan();
    count_last(added.kind, seen, parent.behaviour);
    if (seen.last_fired && plan_.size() < faults_max_) {
        extend(seen, at);
    }
    plan_.pop_back();
}

}  // namespace onceproof::faults
