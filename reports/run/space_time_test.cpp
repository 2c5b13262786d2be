// The picture of a run, and its text. ONCEPROOF_UPDATE_GOLDEN=1 draws golden/lost-answer.svg anew.
#include "reports/run/space_time.hpp"

#include "reports/run/run_panel.hpp"
#include "search/runner.hpp"
#include "sim/net/two_hosts.hpp"

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

namespace onceproof::reports {
namespace {

using namespace std::chrono_literals;
using sim::awaitable;
using sim::incarnation;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

void add_elements(const boost::property_tree::ptree& in, std::set<std::string>& all) {
    for (const auto& [name, child] : in) {
        all.insert(name);
        if (name != "<xmlattr>") {
            add_elements(child, all);
        }
    }
}

// What elements there are, by a reader that is not ours. Throws if it is no XML.
std::set<std::string> elements_of(const std::string& text) {
    std::istringstream in(text);
    boost::property_tree::ptree tree;
    read_xml(in, tree);
    std::set<std::string> all;
    add_elements(tree, all);
    return all;
}

std::string picture_of(const std::string& file) {
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::string picture_of_lost_answer() {
    const scenarios::scenario& s = *scenarios::find("lost-answer");
    search::runner p(s);
    search::runner_options keep;
    keep.keep_trace = true;
    p.run(7, keep);
    return space_time(p.world(), {.title = "lost-answer, seed 7", .probes = false});
}

TEST(SpaceTime, DrawsARunAsItDidBefore) {
    const std::string file = ONCEPROOF_GOLDEN "/lost-answer.svg";
    const std::string svg = picture_of_lost_answer();
    if (std::getenv("ONCEPROOF_UPDATE_GOLDEN") != nullptr) {
        std::ofstream(file) << svg;
    }
    EXPECT_EQ(svg, picture_of(file)) << "if that is meant: ONCEPROOF_UPDATE_GOLDEN=1";
    EXPECT_EQ(svg, picture_of_lost_answer());
}

TEST(SpaceTime, SaysWhatItShowsToWhoCannotSeeIt) {
    const std::string svg = picture_of_lost_answer();
    EXPECT_THAT(svg, HasSubstr("role=\"img\""));
    EXPECT_THAT(svg, HasSubstr("<title>lost-answer, seed 7</title>"));
    EXPECT_THAT(svg, HasSubstr("<desc>Time runs downwards, past client, api-1.\n"));
    EXPECT_THAT(svg, HasSubstr("\n103.388052 ms, api-1: -x client: HTTP/1.1 201 Created"));
}

// One that names itself, what it sends and what it says so as to break out of a picture.
constexpr const char* hostile = "</svg></desc>'\"><script>alert(1)</script>&lt;\033[2J\xff]]>";

awaitable<void> attack(incarnation& self) {
    sim::activity::root(self.get_executor()).open("intent", 1).open("attempt", 1);
    sim::socket s = co_await sim::connected(self);
    co_await sim::write_text(s, hostile);
    self.note("says", 1, hostile);
    self.note("CHARGES", 1, hostile);
}

awaitable<void> listen(incarnation& self) {
    sim::socket s = co_await sim::accepted(self);
    sim::error_code ec;
    co_await sim::read_some(s, ec);
}

TEST(SpaceTime, IsNotBrokenByTextOfTheCodeUnderTest) {
    sim::two_hosts t(attack, listen);
    t.run();
    const space_time_options how{.title = hostile, .notes = {hostile}};
    const std::array<space_time_panel, 2> twice{{{&t.w, hostile}, {&t.w, hostile}}};
    for (const std::string& text :
         {space_time(t.w, how), space_time(twice, how), space_time_table(t.w, how)}) {
        EXPECT_THAT(text, HasSubstr("&lt;script&gt;"));
        EXPECT_THAT(elements_of(text), Not(::testing::Contains("script")));
        EXPECT_TRUE(std::all_of(text.begin(), text.end(),
                                [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
    }
}

TEST(SpaceTime, MarksWhereTwoRunsPart) {
    sim::single_fault h("intent-1/attempt-1/client>server/request",
                        sim::injection(sim::primitive::lose));
    sim::two_hosts one(attack, listen);
    sim::two_hosts other(attack, listen, &h);
    one.run();
    other.run();
    const std::array<space_time_panel, 2> different{{{&one.w, "one"}, {&other.w, "other"}}};
    const std::array<space_time_panel, 2> same{{{&one.w, "one"}, {&one.w, "the same"}}};
    EXPECT_THAT(space_time(different, {}), HasSubstr("from here on they differ"));
    EXPECT_THAT(space_time(same, {}), Not(HasSubstr("from here on they differ")));
}

TEST(SpaceTime, HasATableForWhoCannotSeeIt) {
    sim::two_hosts t(attack, listen);
    t.run();
    const std::string table = space_time_table(t.w, {.title = "A & B"});
    EXPECT_THAT(table, HasSubstr("<caption>A &amp; B</caption>"));
    EXPECT_THAT(table, HasSubstr("<tr><td>0.000000</td><td>client</td><td>connects to "
                                 "server:80</td><td>intent-1/attempt-1</td></tr>"));
}

TEST(Wrap, CutsBetweenWordsIfItCan) {
    EXPECT_THAT(wrap("has no answer: unknown; waits", 24, 2),
                ElementsAre("has no answer: unknown;", "waits"));
    EXPECT_THAT(wrap("0123456789", 4, 3), ElementsAre("0123", "4567", "89"));
    EXPECT_THAT(wrap("0123456789", 6, 1), ElementsAre("012..."));
    EXPECT_THAT(wrap("", 6, 1), ElementsAre(""));
}

}  // namespace
}  // namespace onceproof::reports
