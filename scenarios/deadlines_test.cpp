// Nothing breaks at the moments at which something runs out.
#include "scenarios/deadlines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace onceproof::scenarios {
namespace {

class EachDeadline : public testing::TestWithParam<std::size_t> {};

INSTANTIATE_TEST_SUITE_P(All, EachDeadline, testing::Range<std::size_t>(0, all().size()),
                         [](const auto& which) {
                             std::string name(all()[which.param].name);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST_P(EachDeadline, BreaksNothingBeforeAtOrAfter) {
    const scenario& s = all()[GetParam()];
    if (!s.usual.as->weakness.empty()) {
        GTEST_SKIP() << "its design has bounds; see clocks_test.cpp";
    }
    const around_deadlines seen = play_around_deadlines(s, s.usual, 100);
    for (const untimely& u : seen.broken) {
        ADD_FAILURE() << u.added.point << " " << to_text(u.added.what.what) << " "
                      << u.added.what.span.count() << " ns: " << u.why;
    }
    EXPECT_GT(seen.deadlines, 0U);
    EXPECT_GT(seen.behaviours, 1U);
    RecordProperty("deadlines", static_cast<int>(seen.deadlines));
    RecordProperty("plans", static_cast<int>(seen.plans));
    RecordProperty("behaviours", static_cast<int>(seen.behaviours));
}

}  // namespace
}  // namespace onceproof::scenarios
