// See exhaustive.hpp.
#include "faults/exhaustive.hpp"

#include <algorithm>
#include <utility>

namespace onceproof::faults {

namespace {

template <class Change>
void change_each(search_counts& all, const search_counts& by, Change change) {
    change(all.plans, by.plans);
    change(all.skipped, by.skipped);
    change(all.repeats, by.repeats);
    for (std::size_t i = 0; i < all.kinds.size(); ++i) {
        change(all.kinds[i].offered, by.kinds[i].offered);
        change(all.kinds[i].chosen, by.kinds[i].chosen);
        change(all.kinds[i].fired, by.kinds[i].fired);
        change(all.kinds[i].mattered, by.kinds[i].mattered);
    }
}

}  // namespace

void search_counts::add(const search_counts& more) {
    change_each(*this, more, [](std::uint64_t& x, std::uint64_t y) { x += y; });
}

void search_counts::subtract(const search_counts& less) {
    change_each(*this, less, [](std::uint64_t& x, std::uint64_t y) { x -= y; });
}

exhaustive::exhaustive(const fault_space& space, std::size_t faults_max, play_function play)
    : faults_max_(faults_max), play_(std::move(play)) {
    for (const kind& k : space) {
        for (const alternative& a : k.alternatives) {
            choices_.push_back({&k, &a.what});
        }
    }
}

std::size_t exhaustive::roots() {
    calm_ = play();
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

run_seen exhaustive::play() {
    run_seen seen = play_(plan_);
    ++counts_.plans;
    behaviours_.push_back(seen.behaviour);
    for (const sim::point& p : seen.points) {
        for (const choice& c : choices_) {
            const bool fits = c.of->strikes_at.has(p.kind);
            counts_.kinds[static_cast<std::size_t>(c.of->what)].offered += fits ? 1 : 0;
        }
    }
    return seen;
}

// FROM: the last fault of the plan, after which more may be added.
void exhaustive::extend(const run_seen& seen, position from) {
    for (std::size_t p = from.point; p < seen.points.size(); ++p) {
        for (std::size_t a = p == from.point ? from.alternative + 1 : 0; a < choices_.size(); ++a) {
            if (stopped_) {
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
    counts_.repeats += is_repeat ? 1 : 0;
    return !is_repeat;
}

void exhaustive::play_child(const run_seen& parent, position at) {
    const choice& added = choices_[at.alternative];
    plan_.emplace_back(parent.points[at.point].id, *added.what);
    const run_seen seen = play();
    fault_counts& counts = counts_.kinds[static_cast<std::size_t>(added.of->what)];
    ++counts.chosen;
    counts.fired += seen.last_fired ? 1 : 0;
    counts.mattered += seen.last_fired && seen.behaviour != parent.behaviour ? 1 : 0;
    if (!seen.last_fired) {
        ++counts_.skipped;
    } else if (plan_.size() < faults_max_) {
        extend(seen, at);
    }
    plan_.pop_back();
}

std::vector<std::uint64_t> exhaustive::take_behaviours() {
    std::sort(behaviours_.begin(), behaviours_.end());
    behaviours_.erase(std::unique(behaviours_.begin(), behaviours_.end()), behaviours_.end());
    return std::exchange(behaviours_, {});
}

}  // namespace onceproof::faults
