// What a search of all plans says of code that ends its process.
#include "scenarios/exhaustive_search.hpp"

#include "scenarios/happenings.hpp"
#include "scenarios/scenario.hpp"
#include "scenarios/trial_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <set>

namespace onceproof::scenarios {
namespace {

// Ends its process as soon as an answer was lost after the effect.
scenario deadly() {
    scenario s = *find("lost-answer");
    s.must_reach = {{"it died", [](const happenings& h) {
                         if (h.lost_answer_after_effect) {
                             std::raise(SIGKILL);
                         }
                         return true;
                     }}};
    return s;
}

TEST(ExhaustiveSearch, NamesThePlanThatEndsAProcess) {
    const scenario s = deadly();
    exhaustive_options options;
    options.faults_max = 2;
    options.plans_max = 100;
    std::set<std::uint64_t> parts;
    campaign_options how;
    how.on_broken = [&](std::uint64_t part, const broken_rule&) {
        EXPECT_TRUE(parts.insert(part).second) << "part " << part << " is told twice";
    };
    const certificate seen = search_exhaustively(s, s.usual, options, how);
    EXPECT_FALSE(parts.empty());
    ASSERT_EQ(seen.found.size(), 1U);
    EXPECT_EQ(seen.found[0].rule, crash_rule);
    const trial deadly_one = read_trial(seen.found[0].plan);
    player p(*find("lost-answer"));
    p.play(deadly_one);
    EXPECT_NE(p.play(deadly_one).marks & 1U, 0U) << "an answer is lost: " << seen.found[0].plan;
}

TEST(ExhaustiveSearch, NamesNoPlanOfAProcessThatDoesNotEnd) {
    const scenario& s = *find("lost-answer");
    const certificate seen =
        search_exhaustively(s, s.usual, exhaustive_options(), campaign_options());
    EXPECT_TRUE(seen.found.empty());
    EXPECT_TRUE(seen.is_complete());
}

}  // namespace
}  // namespace onceproof::scenarios
