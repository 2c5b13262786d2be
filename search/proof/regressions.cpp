// See regressions.hpp.
#include "search/proof/regressions.hpp"

#include "search/plan_file/trial_json.hpp"
#include "search/runner.hpp"

#include <variant>

namespace onceproof::search {
namespace {

outcome run_one(const scenarios::trial& t) {
    runner p(*t.base, t.under_test);
    outcome o{broken_in(p.run(t)), plan_result()};
    const auto fates = p.injector().fates();
    for (std::size_t i = 0; i < fates.size(); ++i) {
        if (fates[i] == faults::injector::fate::unmet) {
            o.result = plan_result{t.faults[i].point};
        }
    }
    return o;
}

}  // namespace

std::vector<regression> regressions_of(const scenarios::scenario& s,
                                       const std::vector<regression>& all) {
    std::vector<regression> some;
    for (const regression& r : all) {
        if (read_trial(r.text).base == &s) {
            some.push_back(r);
        }
    }
    return some;
}

regressions_seen run_regressions(campaign& search, const std::vector<regression>& which,
                                 std::function<void(const progress&)> on_progress) {
    const job_function_factory factory = []() -> job_function {
        return [](const job& j) { return run_one(std::get<run_plan>(j).trial); };
    };
    regressions_seen seen{which.size()};
    campaign_listener who;
    who.on_progress = std::move(on_progress);
    who.on_outcome = [&](std::uint64_t i, const outcome& o) {
        for (const finding& f : o.broken) {
            seen.broken.emplace_back(which[i], f);
        }
        const auto* const told = std::get_if<plan_result>(&o.result);
        if (told != nullptr && !told->unmet.empty()) {
            seen.unmet.emplace_back(which[i], told->unmet);
        }
        return true;
    };
    const auto plan = [&](std::uint64_t i) { return run_plan{read_trial(which[i].text)}; };
    seen.end = search.run(factory, {which.size(), plan}, who);
    return seen;
}

}  // namespace onceproof::search
