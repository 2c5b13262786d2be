// Properties over generated workloads and plans, as a developer would write them: many intents,
// tenants and bodies, arriving at any time, and anything going wrong.
#include "scenarios/catalogue.hpp"
#include "search/plan_file/trial_json.hpp"
#include "search/runner.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace onceproof::search {
namespace {

// Who is there is drawn; what each does is made of that. A tenant's intents are its own.
rc::Gen<scenarios::workload> workloads() {
    return rc::gen::map(
        rc::gen::container<std::vector<std::tuple<int, int, int>>>(rc::gen::tuple(
            rc::gen::inRange(1, 4), rc::gen::inRange(0, 2), rc::gen::inRange(0, 50))),
        [](const std::vector<std::tuple<int, int, int>>& drawn) {
            scenarios::workload work;
            work.servers = {"api-1", "api-2"};
            for (const auto& [intent, server, start] : drawn) {
                scenarios::submission e(static_cast<std::uint64_t>(intent));
                e.at = work.servers[static_cast<std::size_t>(server)].name;
                e.key = "form-" + std::to_string(intent);
                e.tenant = intent == 3 ? "other shop" : "shop";
                work.clients.emplace_back("client-" + std::to_string(work.clients.size() + 1),
                                          std::vector{e, e}, std::chrono::milliseconds(start));
            }
            return work;
        });
}

// A few faults at the points that a calm run of that workload meets.
faults::plan plan_over(const scenarios::scenario& s, const scenarios::workload& work,
                       const std::vector<std::pair<std::size_t, std::size_t>>& drawn) {
    runner_options options;
    options.keep_points = true;
    runner p(s);
    p.run(faults::fault_schedule(), work, options);
    const std::vector<sim::point>& points = p.injector().points();
    faults::plan plan;
    for (const auto& [at, which] : drawn) {
        if (points.empty()) {
            return plan;
        }
        const sim::point& where = points[at % points.size()];
        const faults::kind_row& k = (*s.usual.design->space)[which % s.usual.design->space->size()];
        const faults::planned_fault f(p.name_of(where.id), k.alternatives.front().fault);
        const bool listed = std::find(plan.begin(), plan.end(), f) != plan.end();
        if (k.applies_to.has(where.kind) && !listed) {
            plan.push_back(f);
        }
    }
    return plan;
}

rc::Gen<std::vector<std::pair<std::size_t, std::size_t>>> choices() {
    return rc::gen::resize(
        4, rc::gen::container<std::vector<std::pair<std::size_t, std::size_t>>>(rc::gen::pair(
               rc::gen::inRange<std::size_t>(0, 1000), rc::gen::inRange<std::size_t>(0, 1000))));
}

RC_GTEST_PROP(Property, EachIntentTakesEffectOnceWhateverGoesWrong, ()) {
    const scenarios::scenario& s = *scenarios::find("two-at-once");
    scenarios::trial t(s);
    t.work = *rc::gen::resize(8, workloads());
    t.faults = plan_over(s, t.work, *choices());
    const run_report r = runner(s).run(t);
    RC_LOG() << to_json(t);
    for (const model::violation& v : r.violations) {
        RC_LOG() << "intent " << v.intent << ": " << v.why << '\n';
    }
    RC_ASSERT(!r.broke());
}

RC_GTEST_PROP(Property, APlanFileIsTheSameTrialAgain, ()) {
    scenarios::trial t(*scenarios::find("two-at-once"));
    t.work = *rc::gen::resize(8, workloads());
    t.faults = plan_over(*t.base, t.work, *choices());
    const scenarios::trial again = read_trial(to_json(t));
    RC_ASSERT(again.work == t.work);
    RC_ASSERT(again.faults == t.faults);
    RC_ASSERT(runner(*t.base).run(again).hash == runner(*t.base).run(t).hash);
}

// The property can fail: a server that looks and then acts is caught by it.
TEST(Property, CatchesAMutant) {
    const scenarios::scenario& s = *scenarios::find("two-at-once");
    const designs::implementation by(*designs::find_mutant("check-then-act"));
    rc::detail::TestParams params;
    params.seed = 1;
    params.maxSuccess = 1000;
    const auto look = [&] {
        scenarios::trial t(s);
        t.under_test = by;
        t.work = *rc::gen::resize(8, workloads());
        t.faults = plan_over(s, t.work, *choices());
        RC_ASSERT(!runner(s, by).run(t).broke());
    };
    const auto caught = rc::detail::checkTestable(look, rc::detail::TestMetadata(), params);
    EXPECT_FALSE(caught.template is<rc::detail::SuccessResult>());
}

}  // namespace
}  // namespace onceproof::search
