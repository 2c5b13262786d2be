// Whether each colour that words are written in stands out from each ground they stand on, in light
// and dark: 4.5 to 1, as WCAG 2.2 asks for (AA, 1.4.3). The browser tests see those that occur.
#include "reports/formats/page.hpp"
#include "reports/run/figure_style.hpp"
#include "reports/run/space_time_style.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::reports {
namespace {

// Of #rrggbb: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
double luminance(const std::string& colour) {
    const auto share = [&](std::size_t at) {
        const double c = std::stoi(colour.substr(at, 2), nullptr, 16) / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * share(1) + 0.7152 * share(3) + 0.0722 * share(5);
}

double contrast(const std::string& one, const std::string& other) {
    const auto [dark, light] = std::minmax({luminance(one), luminance(other)});
    return (light + 0.05) / (dark + 0.05);
}

// "selector property" -> colour.
using colours = std::map<std::string, std::string>;

void expect_readable(const colours& all, const std::string& words, const std::string& ground) {
    ASSERT_TRUE(all.contains(words)) << words;
    ASSERT_TRUE(all.contains(ground)) << ground;
    EXPECT_GE(contrast(all.at(words), all.at(ground)), 4.5)
        << words << ' ' << all.at(words) << " on " << ground << ' ' << all.at(ground);
}

void add(const std::string& css, colours& to) {
    static const std::regex rule("([^{}]*)\\{([^{}]*)\\}");
    static const std::regex selector("\\.onceproof-[a-z]+ ?([.a-z0-9]*)");
    static const std::regex property("\\b(fill|color|background): (#[0-9a-f]{6})");
    using each = std::sregex_iterator;
    for (each r(css.begin(), css.end(), rule); r != each(); ++r) {
        const std::string names = (*r)[1];
        const std::string values = (*r)[2];
        for (each s(names.begin(), names.end(), selector); s != each(); ++s) {
            for (each p(values.begin(), values.end(), property); p != each(); ++p) {
                to[fmt::format("{} {}", (*s)[1].str(), (*p)[1].str())] = (*p)[2];
            }
        }
    }
}

// Of a picture, light and dark.
std::vector<colours> schemes_of(std::string_view style) {
    const std::string css(style);
    const std::size_t dark = css.find("@media");
    std::vector<colours> both(1);
    add(css.substr(0, dark), both[0]);
    both.push_back(both[0]);
    add(css.substr(css.find('{', dark) + 1), both[1]);
    EXPECT_NE(both[0], both[1]);
    return both;
}

TEST(Palette, OfRunsCanBeRead) {
    for (const colours& c : schemes_of(space_time_style)) {
        for (const char* words :
             {"text", ".title", ".note", ".caption", ".time", ".strong", ".bad"}) {
            expect_readable(c, fmt::format("{} fill", words), ".page fill");
        }
        for (int i = 0; i <= intent_colours; ++i) {
            expect_readable(c, fmt::format(".i{} color", i), ".page fill");
        }
        expect_readable(c, ".name fill", ".box fill");
        EXPECT_EQ(c.at(".page fill"), c.at(" background")) << "where there is no rectangle";
    }
}

TEST(Palette, OfPlotsCanBeRead) {
    for (const colours& c : schemes_of(figure_style)) {
        for (const char* words : {"text", ".title", ".panel"}) {
            expect_readable(c, fmt::format("{} fill", words), ".page fill");
        }
        EXPECT_EQ(c.at(".page fill"), c.at(" background"));
    }
}

// Its colours are variables, of which there is a set for light, for dark and for paper.
TEST(Palette, OfThePageCanBeRead) {
    const std::string html = to_html({});
    static const std::regex variable("--([a-z]+): (#[0-9a-f]{6});");
    std::vector<colours> schemes;
    for (std::sregex_iterator v(html.begin(), html.end(), variable); v != std::sregex_iterator();
         ++v) {
        if ((*v)[1] == "paper") {
            schemes.emplace_back();
        }
        schemes.back()[(*v)[1]] = (*v)[2];
    }
    ASSERT_EQ(schemes.size(), 3U);
    for (const colours& c : schemes) {
        for (const char* words : {"ink", "quiet", "good", "bad", "unsure", "link"}) {
            expect_readable(c, words, "paper");
            expect_readable(c, words, "shade");
        }
    }
}

}  // namespace
}  // namespace onceproof::reports
