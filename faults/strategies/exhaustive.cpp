// See exhaustive.hpp.
#include "faults/strategies/exhaustive.hpp"

#include <utility>

namespace onceproof::faults {

exhaustive::exhaustive(const fault_space& space, std::size_t faults_max, play_function play)
    : plan_search(std::move(play)), faults_max_(faults_max) {
    for (const kind& k : space) {
        for (const alternative& a : k.alternatives) {
            choices_.push_back({&k, &a.what});
        }
    }
}

run_seen exhaustive::play_plan() {
    run_seen seen = play(plan_);
    for (const sim::point& p : seen.points) {
        for (const choice& c : choices_) {
            if (c.of->strikes_at.has(p.kind)) {
                count_offer(c.of->what);
            }
        }
    }
    return seen;
}

std::size_t exhaustive::roots() {
    calm_ = play_plan();
    for (std::size_t p = 0; p < calm_.points.size() && faults_max_ > 0; ++p) {
        for (std::size_t a = 0; a < choices_.size(); ++a) {
            if (is_to_be_played(calm_, {p, a})) {
                roots_.push_back({p, a});
            }
        }
    }
    return roots_.size();
}

void exhaustive::explore(std::size_t root) {
    play_child(calm_, roots_[root]);
}

// FROM: the last fault of the plan, after which more may be added.
void exhaustive::extend(const run_seen& seen, position from) {
    for (std::size_t p = from.point; p < seen.points.size(); ++p) {
        for (std::size_t a = p == from.point ? from.alternative + 1 : 0; a < choices_.size(); ++a) {
            if (stopped()) {
                return;
            }
            if (is_to_be_played(seen, {p, a})) {
                play_child(seen, {p, a});
            }
        }
    }
}

// Whether there is such a fault, and it leaves something else than others do.
bool exhaustive::is_to_be_played(const run_seen& parent, position at) {
    if (!choices_[at.alternative].of->strikes_at.has(parent.points[at.point].kind)) {
        return false;
    }
    const bool is_repeat =
        !parent.repeats.empty() && (parent.repeats[at.point] >> at.alternative & 1U) != 0;
    if (is_repeat) {
        count_repeat();
    }
    return !is_repeat;
}

void exhaustive::play_child(const run_seen& parent, position at) {
    const disturbance& added = *choices_[at.alternative].what;
    plan_.emplace_back(parent.points[at.point].id, added);
    const run_seen seen = play_plan();
    count_last(added.what, seen, parent.behaviour);
    if (seen.last_fired && plan_.size() < faults_max_) {
        extend(seen, at);
    }
    plan_.pop_back();
}

}  // namespace onceproof::faults
