// See job.hpp.
#include "search/workers/job.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace onceproof::search {
static_assert(static_cast<unsigned>(model::rule::machinery) < 32, "run_told::not_judged has a bit");

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
    if (!r.trouble.empty()) {
        add(std::string_view(r.trouble).substr(0, r.trouble.find(':')), 0, r.trouble);
    }
    return all;
}

outcome outcome_of(const run_report& r) {
    run_told seen{r.hash, r.marks, 0};
    for (const model::rule rule : r.not_judged) {
        seen.not_judged |= std::uint32_t{1} << static_cast<unsigned>(rule);
    }
    return {broken_in(r), seen};
}

}  // namespace onceproof::search
