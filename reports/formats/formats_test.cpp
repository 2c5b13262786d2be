// Each format, letter by letter, of evidence that was written by hand: through a results file, so
// that what is written, read and printed is one. ONCEPROOF_UPDATE_GOLDEN=1 writes the files in
// golden/ anew.
#include "base/markup.hpp"
#include "reports/evidence_page.hpp"
#include "reports/evidence_testing.hpp"
#include "reports/formats/ci_formats.hpp"
#include "reports/results/results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace onceproof::reports {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

evidence through_a_file(const evidence& e) {
    results file("", store::mode::memory);
    file.add(e);
    return file.read();
}

std::string content_of(const std::string& file) {
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

void expect_golden(const std::string& name, const std::string& text) {
    const std::string file = ONCEPROOF_GOLDEN "/" + name;
    if (std::getenv("ONCEPROOF_UPDATE_GOLDEN") != nullptr) {
        std::ofstream(file) << text;
    }
    EXPECT_EQ(text, content_of(file)) << "if that is meant: ONCEPROOF_UPDATE_GOLDEN=1";
}

class Formats : public ::testing::Test {
protected:
    evidence sample = through_a_file(sample_evidence());
};

TEST_F(Formats, Markdown) {
    expect_golden("evidence.md", to_markdown(evidence_page(sample)));
}

TEST_F(Formats, Html) {
    expect_golden("evidence.html", to_html(evidence_page(sample)));
}

TEST_F(Formats, JUnit) {
    expect_golden("evidence.xml", to_junit(sample));
}

TEST_F(Formats, Json) {
    expect_golden("evidence.json", to_json_lines(sample));
}

TEST_F(Formats, Annotations) {
    expect_golden("annotations.txt", to_annotations(sample));
}

// By other people's parsers; what is to be true of the files is said there.
TEST_F(Formats, AreWhatOthersReadToo) {
    const std::string check = "python3 " ONCEPROOF_GOLDEN "/check.py " ONCEPROOF_GOLDEN " 2>&1";
    EXPECT_EQ(std::system(check.c_str()), 0);
}

TEST_F(Formats, LetNoHostileTextThrough) {
    for (const std::string& text :
         {to_markdown(evidence_page(sample)), to_html(evidence_page(sample)), to_junit(sample),
          to_json_lines(sample), to_annotations(sample)}) {
        EXPECT_THAT(text, HasSubstr("alert(1)")) << "or this shows nothing";
        EXPECT_THAT(text, Not(::testing::ContainsRegex("[^\n -~]")));
        EXPECT_THAT(text, Not(HasSubstr("\n# no"))) << "no title of its own";
    }
    EXPECT_THAT(to_html(evidence_page(sample)), Not(HasSubstr("<script")));
    EXPECT_THAT(to_markdown(evidence_page(sample)), Not(HasSubstr(" <script")));
    EXPECT_THAT(to_annotations(sample), Not(HasSubstr("%0A")));
}

TEST_F(Formats, ShowThePictureOfARunWhereThereIsOne) {
    sample.runs[0].examples[0].picture = "<svg role=\"img\"><title>t</title></svg>";
    EXPECT_THAT(to_html(evidence_page(sample)),
                HasSubstr("as a picture</figcaption>\n<svg role=\"img\"><title>t</title></svg>\n"));
    EXPECT_THAT(to_markdown(evidence_page(sample)), Not(HasSubstr("<svg")));
}

TEST(Markup, LeavesNothingThatXmlForbids) {
    EXPECT_EQ(base::markup("a<b>&\"'\n"), "a&lt;b&gt;&amp;&quot;&#39;\n");
    EXPECT_EQ(base::markup(std::string_view("\0\x1b\x7f\xc3", 4)), "\\x00\\x1b\\x7f\\xc3");
    EXPECT_EQ(base::harmless("a\\b"), "a\\b") << "what is escaped is not escaped again";
}

}  // namespace
}  // namespace onceproof::reports
