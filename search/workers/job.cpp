// See job.hpp.
#include "search/workers/job.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace onceproof::search {
static_assert(static_cast<unsigned>(model::rule::machinery) < 32,
              "seed_result::not_judged has a bit");

std::vector<finding> broken_in(const run_report& r) {
    std::vector<finding> all;
    const auto add = [&](std::string_view rule, std::uint64_t intent, const std::string& sentence) {
        if (std::ranges::count(all, rule, &finding::rule) == 0) {
            all.push_back({std::string(rule), intent, sentence});
        }
    };
    for (const model::violation& v : r.violations) {
        add(to_text(v.broken), v.intent, v.why);
    }
    if (!r.failure.empty()) {
        add(std::string_view(r.failure).substr(0, r.failure.find(':')), 0, r.failure);
    }
    return all;
}

outcome outcome_of(const run_report& r) {
    seed_result seen{r.hash, r.goals, 0};
    for (const model::rule rule : r.not_judged) {
        seen.not_judged |= std::uint32_t{1} << static_cast<unsigned>(rule);
    }
    return {broken_in(r), seen};
}

}  // namespace onceproof::search
