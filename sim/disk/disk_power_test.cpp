// What of unsynced changes is there after a power-off: each choice of sim/disk/survival.hpp.
#include "sim/disk/disk.hpp"
#include "sim/disk/disk_testing.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>

namespace onceproof::sim {
namespace {

using testing::bytes;

using files = std::map<std::string, std::string>;

// What is on the disk after the power came back.
files after_power_off(disk& d, std::string_view what) {
    d.power_off(survival_from(what).value());
    d.power_on();
    files all;
    for (const std::string& name : d.names()) {
        const auto file = d.open(name);
        std::string& text = all[name];
        text.resize(d.size(file));
        d.read(file, 0, std::as_writable_bytes(std::span{text}));
    }
    return all;
}

// Five changes to "f", which was synced as "0123456789": 1 writes "aa" at 0, 2 cuts it to 4, 3
// writes "bb" at 3, 4 writes "c" at 8, 5 lengthens it to 11.
void change(disk& d) {
    const auto f = d.open_or_create("f");
    d.write(f, 0, bytes("0123456789"));
    d.sync(f);
    d.sync_directory("");
    d.write(f, 0, bytes("aa"));
    d.truncate(f, 4);
    d.write(f, 3, bytes("bb"));
    d.write(f, 8, bytes("c"));
    d.truncate(f, 11);
}

std::string content_after(std::string_view what) {
    disk d;
    change(d);
    return after_power_off(d, what).at("f");
}

std::string with_gaps(std::string text) {
    for (char& c : text) {
        c = c == '.' ? '\0' : c;
    }
    return text;
}

TEST(DiskPower, NothingOrEverythingSurvives) {
    EXPECT_EQ(content_after("nothing"), "0123456789");
    EXPECT_EQ(content_after("everything"), with_gaps("aa2bb...c.."));
}

TEST(DiskPower, EachChangeSurvivesAloneWithoutThoseBefore) {
    EXPECT_EQ(content_after("only 1"), "aa23456789");
    EXPECT_EQ(content_after("only 2"), "0123");
    EXPECT_EQ(content_after("only 3"), "012bb56789");
    EXPECT_EQ(content_after("only 4"), "01234567c9");
    EXPECT_EQ(content_after("only -1"), with_gaps("0123456789."));
    EXPECT_EQ(content_after("only 6"), "0123456789");
}

TEST(DiskPower, AllButOneSurvive) {
    EXPECT_EQ(content_after("all but 1"), with_gaps("012bb...c.."));
    EXPECT_EQ(content_after("all but 2"), with_gaps("aa2bb567c9."));
    EXPECT_EQ(content_after("all but -2"), with_gaps("aa2bb......"));
    EXPECT_EQ(content_after("all but 6"), content_after("everything"));
}

TEST(DiskPower, ARandomHalfSurvivesAndTheSameEachTime) {
    std::map<std::string, int> seen;
    for (int number = 1; number <= 200; ++number) {
        const std::string what = "some " + std::to_string(number);
        ++seen[content_after(what)];
        EXPECT_EQ(content_after(what), content_after(what));
    }
    // Of the 32 subsets some give the same bytes.
    EXPECT_GT(seen.size(), 20U);
    EXPECT_GT(seen[content_after("everything")], 0);
    EXPECT_GT(seen["0123456789"], 0);
}

files after_torn(std::string_view what) {
    disk d;
    const auto f = d.open_or_create("f");
    d.write(f, 0, bytes(std::string(2048, 'o')));
    d.sync(f);
    d.sync_directory("");
    d.write(f, 0, bytes("before"));
    d.write(f, 512, bytes(std::string(1536, 'n')));
    d.write(f, 2048, bytes("after"));
    return after_power_off(d, what);
}

TEST(DiskPower, ATornWriteIsHalfThere) {
    const std::string first = "before" + std::string(506, 'o');
    // Of three sectors one is there.
    EXPECT_EQ(after_torn("torn 2").at("f"), first + std::string(512, 'n') + std::string(1024, 'o'));
    // A single sector is there or not.
    EXPECT_EQ(after_torn("torn -1").at("f"), first + std::string(1536, 'n'));
    EXPECT_EQ(after_torn("torn 1").at("f"), std::string(2048, 'o'));
}

// 1 creates "new", 2 writes to it, 3 removes "old", 4 renames "from" to "to".
files names_after(std::string_view what) {
    disk d;
    for (const std::string_view name : {"old", "from"}) {
        const auto f = d.open_or_create(name);
        d.write(f, 0, bytes(name));
        d.sync(f);
    }
    d.sync_directory("");
    d.write(d.open_or_create("new"), 0, bytes("new"));
    d.remove("old");
    d.rename("from", "to");
    return after_power_off(d, what);
}

TEST(DiskPower, NamesSurviveWithOrWithoutTheirContent) {
    EXPECT_EQ(names_after("nothing"), (files{{"from", "from"}, {"old", "old"}}));
    EXPECT_EQ(names_after("everything"), (files{{"new", "new"}, {"to", "from"}}));
    EXPECT_EQ(names_after("names"), (files{{"new", ""}, {"to", "from"}}));
    EXPECT_EQ(names_after("contents"), (files{{"from", "from"}, {"old", "old"}}));
    EXPECT_EQ(names_after("only 3"), (files{{"from", "from"}}));
    EXPECT_EQ(names_after("all but 3"), (files{{"new", "new"}, {"old", "old"}, {"to", "from"}}));
}

TEST(DiskPower, ARenamingIsOneChange) {
    EXPECT_EQ(names_after("only -1"), (files{{"old", "old"}, {"to", "from"}}));
    EXPECT_EQ(names_after("all but 4"), (files{{"from", "from"}, {"new", "new"}}));
}

TEST(DiskPower, WhatSurvivesIsSafe) {
    disk d;
    change(d);
    after_power_off(d, "everything");
    EXPECT_EQ(after_power_off(d, "nothing").at("f"), with_gaps("aa2bb...c.."));
}

// What survived differs from the picture in other places than what was written.
TEST(DiskPower, AnImageIsPutBackWhateverSurvived) {
    for (const char* what : {"only 2", "all but 2", "only -1", "some 3", "everything"}) {
        disk d;
        const auto f = d.open_or_create("f");
        d.write(f, 0, bytes(std::string(20'000, 'p')));
        const auto image = d.snapshot();
        d.truncate(f, 18'000);
        d.truncate(f, 6'000);
        d.write(f, 19'000, bytes("x"));
        after_power_off(d, what);
        d.restore(image);
        EXPECT_EQ(after_power_off(d, "nothing").at("f"), std::string(20'000, 'p')) << what;
    }
}

// Files in two directories: names and contents, some of them synced.
void change_names_too(disk& d) {
    change(d);
    const auto g = d.open_or_create("in/g");
    d.write(g, 0, bytes("gg"));
    d.sync(g);
    d.rename("f", "in/f");
    d.open_or_create("f");
    d.write(g, 1, bytes("h"));
    d.remove("in/g");
}

TEST(DiskPower, IsPredicted) {
    std::map<std::string, files> left;
    std::map<std::string, std::uint64_t> predicted;
    disk kept;
    change_names_too(kept);
    for (const char* what :
         {"nothing", "everything", "names", "contents", "only 1", "only 6", "only -1", "all but 1",
          "all but -1", "torn 1", "torn -2", "some 1", "some 2", "some 3", "only 99"}) {
        disk d;
        change_names_too(d);
        left[what] = after_power_off(d, what);
        predicted[what] = kept.left_by(survival_from(what).value());
    }
    std::size_t equal = 0;
    for (const auto& [one, files_of_one] : left) {
        for (const auto& [other, files_of_other] : left) {
            EXPECT_EQ(predicted[one] == predicted[other], files_of_one == files_of_other)
                << one << ", " << other;
            equal += files_of_one == files_of_other ? 1 : 0;
        }
    }
    EXPECT_GT(equal, left.size()) << "some are equal, and most are not";
    EXPECT_LT(equal, left.size() * left.size() / 2);
    EXPECT_EQ(after_power_off(kept, "some 1"), left["some 1"]) << "to predict it changes nothing";
}

TEST(Survival, HasAWordForEachChoice) {
    for (const char* text : {"nothing", "everything", "names", "contents", "only 1", "all but -2",
                             "torn 3", "some 0"}) {
        ASSERT_TRUE(survival_from(text)) << text;
        EXPECT_EQ(to_text(*survival_from(text)), text);
    }
    for (const char* text : {"", "none", "only", "only ", "only x", "only 0", "names 1", "only1",
                             "only 1 ", "torn 99999999999999999999", "all but 0"}) {
        EXPECT_FALSE(survival_from(text)) << text;
    }
}

}  // namespace
}  // namespace onceproof::sim
