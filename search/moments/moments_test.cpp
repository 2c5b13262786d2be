// Moments are learnt from each design, and scenarios that name them act where they should.
#include "search/moments/moments.hpp"

#include "base/document.hpp"
#include "designs/service_faults.hpp"
#include "search/plan_file/trial_json.hpp"
#include "search/runner.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace onceproof::search {
namespace {

using faults::fault_kind;
using ::testing::ElementsAre;

const std::string attempt = "intent-1/attempt-1";

course course_by(std::string_view subject) {
    const scenarios::scenario& s = *scenarios::find("same-request-twice");
    return course_of(s, designs::implementation(*designs::find_subject(subject)), s.work,
                     {"", attempt, "", 0});
}

// Without the label of the attempt, which all have.
std::vector<std::string> points_in(std::string_view subject, std::string_view moment,
                                   fault_kind h) {
    std::vector<std::string> all =
        points_of(course_by(subject), moment, *faults::find(designs::known_faults(), h));
    for (std::string& name : all) {
        EXPECT_TRUE(name.starts_with(attempt + '/')) << name;
        name.erase(0, attempt.size() + 1);
    }
    return all;
}

TEST(Moments, OfTheReferenceAreWhereItsCodeSays) {
    EXPECT_THAT(points_in("claim-lease", "request arrives", fault_kind::silence),
                ElementsAre("client>api/connect", "client>api/request"));
    EXPECT_THAT(
        points_in("claim-lease", "before the effect", fault_kind::kill_before),
        ElementsAre("api-1/db open", "api-1/db begin", "api-1/db claim", "api-1/db commit",
                    "api-1/db begin#2", "api-1/db charge", "api-1/db record", "api-1/db commit#2"));
    EXPECT_THAT(points_in("claim-lease", "between effect and answer", fault_kind::kill_after),
                ElementsAre("api-1/db commit#2"));
    EXPECT_THAT(points_in("claim-lease", "between effect and answer", fault_kind::kill_before),
                ElementsAre("client>api/response"));
    EXPECT_THAT(points_in("claim-lease", "the answer is on its way", fault_kind::silence),
                ElementsAre("client>api/response"));
}

TEST(Moments, OfOneCommitHaveNoClaimBefore) {
    EXPECT_EQ(course_by("local-transaction").claim, course::nowhere);
    const course two = course_by("claim-lease");
    EXPECT_EQ(two.points[two.claim].name, attempt + "/api-1/db commit");
}

TEST(Moments, TakeTheEffectForThatOfTheSystemDownstream) {
    const course far = course_by("recovery-points");
    EXPECT_THAT(far.points[far.effect].name, ::testing::HasSubstr("/downstream-1/db commit"));
}

// Its effect is no charge, and has another kind of name.
TEST(Moments, OfAnotherServiceAreThere) {
    EXPECT_THAT(points_in("messages", "between effect and answer", fault_kind::kill_after),
                ElementsAre("api-1/db commit"));
}

TEST(Moments, AreTheSameStepsWhereNoneHasAName) {
    const course named = course_by("claim-lease");
    const course nameless = course_by("silent");
    EXPECT_EQ(nameless.points.size(), named.points.size());
    EXPECT_EQ(nameless.effect, named.effect);
    EXPECT_EQ(nameless.claim, named.claim);
    EXPECT_EQ(nameless.points[nameless.claim].name, attempt + "/api-1/step#4");
}

// What each scenario that names moments means by them, for what runs it usually.
TEST(Moments, AreThesePointsInTheScenarios) {
    std::string found;
    for (const scenarios::scenario& s : scenarios::all()) {
        for (const faults::planned_fault& f : plan_for(s, s.usual)) {
            if (!f.when.moment.empty()) {
                found += fmt::format("{}: {} {}\n", s.name, to_text(f.fault.kind), f.point);
            }
        }
    }
    EXPECT_EQ(found, R"(clock-past-retention: clock jump intent-1/attempt-1/api-1/db commit#2
clock-set-back: clock jump intent-1/attempt-1/api-1/db claim
clock-set-back: kill after intent-1/attempt-1/api-1/db commit
fails-before-effect: fail before intent-1/attempt-1/api-1/work
fails-after-effect: fail after intent-1/attempt-1/api-1/work
outage: kill before intent-1/attempt-1/api-1/db open
long-outage: kill before intent-1/attempt-1/api-1/db open
dead-owner: kill after intent-1/attempt-1/api-1/db commit
two-heirs: kill after intent-1/attempt-1/api-1/db commit
two-heirs: pause intent-1/attempt-1/api-2/db commit
sleeping-owner: pause intent-1/attempt-1/api-1/db commit
zombie-fails: pause intent-1/attempt-1/api-1/db commit
zombie-fails: fail before intent-1/attempt-1/api-1/work
killed-after-capture: kill before intent-1/attempt-1/api-1/db record
fast-clock: clock drift intent-1/attempt-1/api-1/db claim
owner-lost-for-good: kill after intent-1/attempt-1/api-1/db commit
)");
}

// The points of the fault at that place, in all plans.
std::vector<std::string> points_of_fault(const moment_plans& all, std::size_t place) {
    std::vector<std::string> points;
    for (const faults::plan& p : all.plans) {
        points.push_back(p.at(place).point);
    }
    return points;
}

TEST(Moments, AreRunAtEachOfTheirPoints) {
    const scenarios::scenario& s = *scenarios::find("dead-owner");
    const moment_plans all = all_plans_for(s, s.usual);
    ASSERT_FALSE(all.plans.empty());
    EXPECT_EQ(all.plans.front(), plan_for(s, s.usual));
    EXPECT_EQ(all.left_out, 0U);
    std::vector<std::string> points =
        points_of(course_of(s, s.usual, s.work, s.plan.at(0).when), s.plan.at(0).when.moment,
                  faults::kind_of(s.plan.at(0).fault.kind));
    EXPECT_GT(points.size(), 3U);
    EXPECT_THAT(points_of_fault(all, 0), ::testing::UnorderedElementsAreArray(points));
}

TEST(Moments, AreRunOneFaultAfterTheOther) {
    const scenarios::scenario& s = *scenarios::find("two-heirs");
    const faults::plan usual = plan_for(s, s.usual);
    const moment_plans all = all_plans_for(s, s.usual);
    std::set<std::size_t> moved;
    for (std::size_t n = 1; n < all.plans.size(); ++n) {
        std::size_t others = 0;
        for (std::size_t i = 0; i < usual.size(); ++i) {
            EXPECT_EQ(all.plans[n].at(i).fault, usual[i].fault);
            if (!(all.plans[n][i] == usual[i])) {
                ++others;
                moved.insert(i);
            }
        }
        EXPECT_EQ(others, 1U) << "plan " << n;
    }
    EXPECT_EQ(moved.size(), 2U);
}

TEST(Moments, AreLeftOutBeyondSoManyPlans) {
    const scenarios::scenario& s = *scenarios::find("dead-owner");
    const std::size_t whole = all_plans_for(s, s.usual).plans.size();
    const moment_plans some = all_plans_for(s, s.usual, 2);
    EXPECT_EQ(some.plans.size(), 2U);
    EXPECT_EQ(some.left_out, whole - 2);
}

TEST(Moments, AreNoneInAPlanOfPoints) {
    const scenarios::scenario& s = *scenarios::find("lost-answer");
    ASSERT_FALSE(s.plan.empty());
    EXPECT_TRUE(all_plans_for(s, s.usual).plans.empty());
    scenarios::scenario counted = *scenarios::find("dead-owner");
    counted.plan.at(0).when.nth = 1;
    EXPECT_EQ(all_plans_for(counted, counted.usual).plans.size(), 1U);
}

std::string plan_with(std::string_view fault) {
    return fmt::format(R"({{"onceproof_plan": 2, "scenario": "lost-answer", "faults": [{}]}})",
                       fault);
}

std::string moment_refusal(std::string_view fault) {
    try {
        read_trial(plan_with(fault));
    } catch (const base::bad_document& bad) {
        return bad.what();
    }
    return "";
}

TEST(Moments, StandInPlansBesideThePointThatWasTaken) {
    const scenarios::trial t = read_trial(plan_with(
        R"({"moment": "before the effect", "attempt": "intent-1/attempt-2",
            "fault": "kill after"})"));
    EXPECT_EQ(t.faults.front().point, "intent-1/attempt-2/api-1/db commit");
    const std::string written = to_json(t);
    EXPECT_THAT(written, ::testing::HasSubstr(
                             R"({"moment": "before the effect", "attempt": "intent-1/attempt-2", )"
                             R"("point": "intent-1/attempt-2/api-1/db commit", )"));
    EXPECT_EQ(to_json(read_trial(written)), written);
}

TEST(Moments, TakeTheOneThatIsCounted) {
    const scenarios::trial t = read_trial(
        plan_with(R"({"moment": "before the effect", "attempt": "intent-1/attempt-1", "nth": 2, )"
                  R"("fault": "kill after"})"));
    EXPECT_EQ(t.faults.front().point, "intent-1/attempt-1/api-1/db begin");
}

TEST(Moments, AreRefusedWhereNothingCanBeInjected) {
    EXPECT_EQ(moment_refusal(R"({"moment": "befor the effect", "fault": "kill after"})"),
              "there is no moment 'befor the effect', did you mean 'before the effect'?");
    EXPECT_EQ(moment_refusal(R"({"moment": "after", "fault": "kill after"})"),
              "a fault with a moment has a member 'attempt', which is missing here");
    EXPECT_EQ(moment_refusal(
                  R"({"moment": "before the effect", "attempt": "intent-1/attempt-1",
                "fault": "silence"})"),
              "'claim-lease' has no point there that 'silence' can be injected");
}

}  // namespace
}  // namespace onceproof::search
