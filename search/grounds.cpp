// See grounds.hpp.
#include "search/grounds.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace onceproof::search {
namespace {

void add_unreached(const scenarios::scenario& s, const std::array<std::uint64_t, 64>& goals,
                   std::vector<std::string>& missing) {
    for (std::size_t i = 0; i < s.must_reach.size(); ++i) {
        if (goals[i] == 0) {
            missing.push_back(fmt::format("never reached: {}", s.must_reach[i].name));
        }
    }
}

}  // namespace

verdict verdict_on(const grounds& g) {
    if (g.broke) {
        return verdict::violated;
    }
    return g.missing.empty() ? verdict::held : verdict::inconclusive;
}

grounds grounds_of(const scenarios::trial& t, bool is_plan,
                   std::span<const faults::injector::fate> fates, const run_report& run) {
    grounds g{run.broke()};
    const bool all_met = std::ranges::find(fates, faults::injector::fate::unmet) == fates.end();
    const bool all_marks = run.goals + 1 == std::uint64_t{1} << t.base->must_reach.size();
    if (is_plan && !all_met) {
        g.missing.emplace_back("the plan no longer applies");
    } else if (!is_plan && !all_marks) {
        g.missing.emplace_back("what the scenario is about did not happen");
    }
    return g;
}

grounds grounds_of(const scenarios::scenario& s, const tally& seen, seed_range seeds) {
    grounds g{!seen.findings.empty()};
    if (seen.runs == 0) {
        g.missing.emplace_back("no seed was run");
    } else if (seen.runs < seeds.count && seeds.count != UINT64_MAX) {
        g.missing.push_back(fmt::format("only {} of {} seeds were run", seen.runs, seeds.count));
    }
    if (seen.interrupted) {
        g.missing.emplace_back("it was interrupted");
    }
    add_unreached(s, seen.goals, g.missing);
    return g;
}

grounds grounds_of(const regressions_seen& seen) {
    grounds g{!seen.broken.empty()};
    for (const auto& [which, point] : seen.unmet) {
        g.missing.push_back(fmt::format("{}: the run never came to {}", which.name, point));
    }
    if (seen.end.interrupted) {
        g.missing.emplace_back("it was interrupted");
    }
    return g;
}

grounds grounds_of(const scenarios::scenario& s, const certificate& seen) {
    grounds g{!seen.found.empty()};
    if (!seen.is_complete()) {
        g.missing.push_back(
            fmt::format("only {} of {} parts of the search were run", seen.parts_done, seen.parts));
    }
    if (seen.moment_plans_left_out > 0) {
        g.missing.push_back(fmt::format("only {} of {} plans at the points of its moments were run",
                                        seen.moment_plans,
                                        seen.moment_plans + seen.moment_plans_left_out));
    }
    if (seen.interrupted) {
        g.missing.emplace_back("it was interrupted");
    }
    add_unreached(s, seen.goals, g.missing);
    return g;
}

void verdict_counts::add(verdict v, std::span<const finding> broken) {
    ++each[static_cast<std::size_t>(v)];
    for (const finding& f : broken) {
        gravest = std::max(gravest, std::optional(gravity_of(f.rule)));
    }
}

}  // namespace onceproof::search
