// Spans are read as they are written.
#include "base/span.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace onceproof::base {
namespace {

using namespace std::chrono_literals;

TEST(Span, IsWrittenInTheLargestUnitThatIsExact) {
    EXPECT_EQ(span_text(0ns), "0ms");
    EXPECT_EQ(span_text(1ns), "1ns");
    EXPECT_EQ(span_text(1001ns), "1001ns");
    EXPECT_EQ(span_text(20ms), "20ms");
    EXPECT_EQ(span_text(-1h), "-1h");
    EXPECT_EQ(span_text(90min), "90min");
    EXPECT_EQ(span_text(120min), "2h");
    EXPECT_EQ(span_text(1500ms), "1500ms");
}

RC_GTEST_PROP(Span, IsReadAsItWasWritten, ()) {
    const auto days = 1000LL * 24 * 3600 * 1'000'000'000;
    const std::chrono::nanoseconds span(*rc::gen::inRange<std::int64_t>(-days, days + 1));
    RC_ASSERT(parse_span(span_text(span)) == span);
}

TEST(Span, IsAtMostAThousandDays) {
    EXPECT_EQ(parse_span("24000h"), longest_span);
    EXPECT_EQ(parse_span("24001h"), std::nullopt);
    EXPECT_EQ(parse_span("-24001h"), std::nullopt);
    for (const char* not_one :
         {"", "20", "ms", "20 ms", "20Ms", "1.5s", "99999999999999999999ns"}) {
        EXPECT_EQ(parse_span(not_one), std::nullopt) << not_one;
    }
}

}  // namespace
}  // namespace onceproof::base
