// Nothing breaks at the moments at which something runs out, and those moments are met.
#include "scenarios/deadlines.hpp"

#include "scenarios/casting.hpp"

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

// Counts how often it looks at a claim at just that moment.
template <int NanosecondsAfterLease>
class watchful_server final : public model::charge_server<platform> {
public:
    using base = model::charge_server<platform>;
    using base::base;

    static inline int looks = 0;  // a cast makes servers that nobody else can reach

protected:
    bool is_in_flight(const model::key_record& found) const override {
        looks += now() == found.lease_end + NanosecondsAfterLease ? 1 : 0;
        return base::is_in_flight(found);
    }
};

template <int NanosecondsAfterLease>
int looks_at_that_moment() {
    subject s = reference();
    s.who = with_server<watchful_server<NanosecondsAfterLease>>();
    performer by(s);
    by.only.add(sim::harm::clock_jump);
    const around_deadlines seen = play_around_deadlines(*find("dead-owner"), by, 600);
    EXPECT_GT(seen.played, 100U);
    return watchful_server<NanosecondsAfterLease>::looks;
}

TEST(Deadlines, AClaimIsLookedAtJustBeforeAtAndAfterTheEndOfItsLease) {
    EXPECT_GT(looks_at_that_moment<-1>(), 0);
    EXPECT_GT(looks_at_that_moment<0>(), 0);
    EXPECT_GT(looks_at_that_moment<1>(), 0);
    EXPECT_EQ(looks_at_that_moment<4>(), 0) << "no other moment is met by chance";
}

}  // namespace
}  // namespace onceproof::scenarios
