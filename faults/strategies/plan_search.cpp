// See plan_search.hpp.
#include "faults/strategies/plan_search.hpp"

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

run_seen plan_search::run(const fault_schedule& plan) {
    run_seen seen = run_(plan);
    ++counts_.plans;
    behaviours_.push_back(seen.behaviour);
    return seen;
}

void plan_search::count_last(fault_kind what, const run_seen& seen,
                             std::uint64_t behaviour_without) {
    fault_counts& counts = count_of(what);
    ++counts.chosen;
    counts.fired += seen.last_fired ? 1 : 0;
    counts.mattered += seen.last_fired && seen.behaviour != behaviour_without ? 1 : 0;
    counts_.skipped += seen.last_fired ? 0 : 1;
}

std::vector<std::uint64_t> plan_search::take_behaviours() {
    std::sort(behaviours_.begin(), behaviours_.end());
    behaviours_.erase(std::unique(behaviours_.begin(), behaviours_.end()), behaviours_.end());
    return std::exchange(behaviours_, {});
}

}  // namespace onceproof::faults
