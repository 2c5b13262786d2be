// What bars are drawn, by the numbers in the SVG.
#include "reports/run/bars_svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::reports {
namespace {

using ::testing::HasSubstr;

bars small() {
    return {.title = "A & B",
            .description = "a < b",
            .unit = "runs",
            .all = {{"1234567890", 1}, {"<script>", 1000}, {"survives", 0}}};
}

TEST(BarsSvg, SaysWhatItShows) {
    const std::string svg = to_svg(small());
    EXPECT_THAT(svg, HasSubstr("<title>A &amp; B</title>\n<desc>a &lt; b\n1234567890: 1\n"
                               "&lt;script&gt;: 1000\nsurvives: none</desc>"));
    EXPECT_THAT(svg, HasSubstr(">1000 runs</text>"));
    EXPECT_EQ(svg.find("<script>"), std::string::npos);
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

// Names end at 110; three decades and the stub of the first go to 800.
TEST(BarsSvg, DrawsBarsToALogarithmicScale) {
    const std::string svg = to_svg(small());
    EXPECT_THAT(svg, HasSubstr("class=\"area\" d=\"M110.0 79.0H172.7v12.0H110.0z\""));
    EXPECT_THAT(svg, HasSubstr("class=\"area\" d=\"M110.0 101.0H800.0v12.0H110.0z\""));
    EXPECT_EQ(svg.find("class=\"area\" d=\"M110.0 123.0"), std::string::npos);
}

}  // namespace
}  // namespace onceproof::reports
