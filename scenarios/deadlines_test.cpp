// Nothing breaks at the moments at which something runs out, and those moments are met.
#include "scenarios/deadlines.hpp"

#include "scenarios/casting.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
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

// Crashes if it looks at a claim at just that moment.
template <int NanosecondsAfterLease>
class wrong_for_a_moment final : public model::charge_server<platform> {
public:
    using base = model::charge_server<platform>;
    using base::base;

protected:
    bool is_in_flight(const model::key_record& found) const override {
        if (found.lease_end != 0 && now() == found.lease_end + NanosecondsAfterLease) {
            throw std::logic_error("at that moment");
        }
        return base::is_in_flight(found);
    }
};

template <int NanosecondsAfterLease>
std::size_t broken_by_a_wrong_moment() {
    subject s = reference();
    s.who = with_server<wrong_for_a_moment<NanosecondsAfterLease>>();
    return play_around_deadlines(*find("two-at-once"), performer(s), 10'000).broken.size();
}

TEST(Deadlines, TheLeaseIsLookedAtBeforeAtAndAfterItsEnd) {
    EXPECT_GT(broken_by_a_wrong_moment<-1>(), 0U);
    EXPECT_GT(broken_by_a_wrong_moment<0>(), 0U);
    EXPECT_GT(broken_by_a_wrong_moment<1>(), 0U);
    EXPECT_EQ(broken_by_a_wrong_moment<4>(), 0U) << "no other moment is met by chance";
}

}  // namespace
}  // namespace onceproof::scenarios
