// TOML as values with places, and what is no TOML refused in one sentence.
#include "base/toml_document.hpp"

#include "base/toml_testing.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace onceproof::base {
namespace {

std::string refused(const std::string& text) {
    return refusal_by(read_toml, text);
}

TEST(TomlDocument, HasAllKindsOfValues) {
    const node root = read_toml("a = \"x\"\nb = -7\nc = true\nd = [1, 'y']\n[e]\nf.g = 1\n");
    EXPECT_EQ(root.find("a")->text, "x");
    EXPECT_EQ(root.find("b")->number, -7);
    EXPECT_TRUE(root.find("c")->boolean);
    ASSERT_EQ(root.find("d")->items.size(), 2U);
    EXPECT_EQ(root.find("d")->items[1].text, "y");
    EXPECT_EQ(root.find("e")->find("f")->find("g")->number, 1);
}

TEST(TomlDocument, KeepsTheOrderOfTheText) {
    const node root = read_toml("b = 1\na = 2\n[d]\n[c]\n");
    std::string names;
    for (const node::member& m : root.members) {
        names += m.name;
    }
    EXPECT_EQ(names, "badc");
}

TEST(TomlDocument, KnowsWhereEachNameAndValueStands) {
    const node root = read_toml("a = 1\n  b = 12\n");
    EXPECT_EQ(root.members[1].line, 2U);
    EXPECT_EQ(root.members[1].column, 3U);
    EXPECT_EQ(root.members[1].value.line, 2U);
    EXPECT_EQ(root.members[1].value.column, 7U);
}

// As in base/document.hpp, and in compilers.
TEST(TomlDocument, CountsBytesInColumns) {
    const node root = read_toml("# \n\"\xC3\xA9\xE2\x82\xAC\" = 1\n");
    EXPECT_EQ(root.members[0].value.line, 2U);
    EXPECT_EQ(root.members[0].value.column, 11U);
}

TEST(TomlDocument, DoesNotCountAByteOrderMark) {
    const node root = read_toml("\xEF\xBB\xBFkey = 1");
    EXPECT_EQ(root.members[0].column, 1U);
    EXPECT_EQ(root.members[0].value.column, 7U);
}

TEST(TomlDocument, RefusesWhatIsNotToml) {
    EXPECT_EQ(refused("a = "), "1:5: cannot read the key-value pair: encountered end-of-file");
    EXPECT_EQ(refused("a = 1\na = 2"),
              "2:5: cannot read the key-value pair: cannot redefine existing integer 'a'");
    EXPECT_EQ(refused("[t]\n[t]"),
              "2:1: cannot read the table header: cannot redefine existing table 't'");
    EXPECT_EQ(refused("a = x\x01"), "1:5: cannot read the value: could not determine value type");
}

TEST(TomlDocument, RefusesWhatNoDocumentOfOursMeans) {
    const std::string sentence = "expected a text in quotes, a whole number, true, false or a list";
    for (const char* value : {"1.5", "1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "inf"}) {
        EXPECT_EQ(refused(fmt::format("a = {}", value)), "1:5: " + sentence) << value;
    }
}

TEST(TomlDocument, RefusesBytesThatAreNotUtf8) {
    EXPECT_EQ(refused("# \xFF"), "1:3: the bytes here are not UTF-8");
}

TEST(TomlDocument, IsBoundedInSizeAndDepth) {
    EXPECT_EQ(refused("a.b.c.d.e.f.g.h = 1"), "read");
    EXPECT_EQ(refused("a.b.c.d.e.f.g.h.i = 1"), "1:21: nested more than 8 levels deep");
    EXPECT_EQ(refused(std::string(16384, '\n')), "read");
    EXPECT_EQ(refused(std::string(16385, '\n')), "1:1: the file is larger than 16 KiB");
    std::string deep = "a";
    while (deep.size() < 16380) {
        deep += ".a";
    }
    EXPECT_EQ(refused(deep + "=1"), "1:17: nested more than 8 levels deep");
}

}  // namespace
}  // namespace onceproof::base
