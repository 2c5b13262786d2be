// What a figure draws, by the numbers in the SVG.
#include "experiments/figure_svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace onceproof::experiments {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

curves small() {
    return {.title = "A & B",
            .description = "a < b",
            .x = {"seconds", 4, 1},
            .y = {"in a second", 10, 5},
            .step = 1,
            .shaded = {"slow", 1, 2},
            .panels = {{"first",
                        {{"sum", look::area, {0, 10, 10, 5}}, {"rate", look::line, {5, 40, 0, 0}}}},
                       {"second", {{"sum", look::area, {0, 0, 0, 0}}}}}};
}

TEST(FigureSvg, SaysWhatItShows) {
    const std::string svg = to_svg(small());
    EXPECT_THAT(svg, HasSubstr("<title>A &amp; B</title>\n<desc>a &lt; b</desc>"));
    EXPECT_THAT(svg, HasSubstr(">second</text>"));
    EXPECT_THAT(svg, HasSubstr(">slow</text>"));
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(FigureSvg, DrawsStairsWithinThePanel) {
    const std::string svg = to_svg(small());
    // x is 64 to 860 of 0 to 4; y is 196 to 92 of 0 to 10.
    EXPECT_THAT(svg, HasSubstr("class=\"area\" d=\"M64.0 196.0H64.0V196.0H263.0V92.0H661.0V144.0"
                               "H860.0V196.0z\""));
    EXPECT_THAT(svg, HasSubstr("class=\"line\" d=\"M64.0 144.0H64.0V144.0H263.0V92.0H462.0V196.0"
                               "H860.0\""));
    EXPECT_THAT(svg, HasSubstr("class=\"band\" d=\"M263.0 92.0H462.0V196.0H263.0z\""));
}

TEST(FigureSvg, HasNoBandWithoutAName) {
    curves f = small();
    f.shaded = {};
    EXPECT_THAT(to_svg(f), Not(HasSubstr("class=\"band\"")));
}

}  // namespace
}  // namespace onceproof::experiments
