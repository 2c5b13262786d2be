// What a disk keeps over a power-off, and how a picture is put back.
#include "sim/disk/disk.hpp"

#include "sim/disk/disk_testing.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace onceproof::sim {
namespace {

using testing::bytes;

std::string content(disk& d, std::string_view name) {
    const auto file = d.open(name);
    std::string result(d.size(file), '?');
    d.read(file, 0, std::as_writable_bytes(std::span{result}));
    return result;
}

void write(disk& d, std::string_view name, std::uint64_t offset, std::string_view text) {
    ASSERT_EQ(d.write(d.open_or_create(name), offset, bytes(text)), disk_status::ok);
}

void write_safely(disk& d, std::string_view name, std::string_view text) {
    write(d, name, 0, text);
    d.sync(d.open(name));
    d.sync_directory(disk::directory_of(name));
}

void lose_power(disk& d) {
    d.power_off();
    d.power_on();
}

TEST(disk, reads_what_was_written) {
    disk d;
    write(d, "f", 0, "hello");
    write(d, "f", 3, "p me");
    EXPECT_EQ(content(d, "f"), "help me");
    write(d, "f", 9, "!");
    EXPECT_EQ(content(d, "f"), std::string("help me\0\0!", 10));
    d.truncate(d.open("f"), 4);
    EXPECT_EQ(content(d, "f"), "help");
    d.truncate(d.open("f"), 6);
    EXPECT_EQ(content(d, "f"), std::string("help\0\0", 6));
}

TEST(disk, reads_no_further_than_the_end) {
    disk d;
    write(d, "f", 0, "abc");
    std::array<std::byte, 8> to{};
    EXPECT_EQ(d.read(d.open("f"), 1, to), 2U);
    EXPECT_EQ(d.read(d.open("f"), 3, to), 0U);
    EXPECT_EQ(d.read(d.open("f"), 30, to), 0U);
}

TEST(disk, power_off_loses_every_unsynced_write) {
    disk d;
    write_safely(d, "f", "0123456789");
    write(d, "f", 2, "xx");
    write(d, "f", 8, "yyyyyy");
    d.truncate(d.open("f"), 3);
    write(d, "f", 20, "z");
    lose_power(d);
    EXPECT_EQ(content(d, "f"), "0123456789");
}

TEST(disk, power_off_keeps_what_was_synced) {
    disk d;
    write_safely(d, "f", "0123456789");
    write(d, "f", 2, "xx");
    d.truncate(d.open("f"), 5);
    d.sync(d.open("f"));
    write(d, "f", 0, "lost");
    lose_power(d);
    EXPECT_EQ(content(d, "f"), "01xx4");
}

TEST(disk, a_new_name_is_safe_once_its_directory_is_synced) {
    disk d;
    write(d, "data/f", 0, "x");
    d.sync(d.open("data/f"));
    d.sync_directory("other");
    lose_power(d);
    EXPECT_FALSE(d.exists("data/f"));

    write(d, "data/f", 0, "x");
    d.sync_directory("data");
    lose_power(d);
    EXPECT_TRUE(d.exists("data/f"));
    EXPECT_EQ(content(d, "data/f"), "");  // its content was not
}

TEST(disk, a_removed_name_comes_back_unless_its_directory_is_synced) {
    disk d;
    write_safely(d, "f", "old");
    d.remove("f");
    EXPECT_FALSE(d.exists("f"));
    write(d, "f", 0, "another");
    lose_power(d);
    EXPECT_EQ(content(d, "f"), "old");

    d.remove("f");
    d.sync_directory("");
    lose_power(d);
    EXPECT_FALSE(d.exists("f"));
}

TEST(disk, a_rename_is_safe_once_its_directory_is_synced) {
    disk d;
    write_safely(d, "f", "old");
    write_safely(d, "f.new", "new");
    d.rename("f.new", "f");
    EXPECT_EQ(content(d, "f"), "new");
    lose_power(d);
    EXPECT_EQ(content(d, "f"), "old");
    EXPECT_EQ(content(d, "f.new"), "new");

    d.rename("f.new", "f");
    d.sync_directory("");
    lose_power(d);
    EXPECT_EQ(content(d, "f"), "new");
    EXPECT_FALSE(d.exists("f.new"));
    EXPECT_EQ(d.rename("missing", "f"), disk_status::no_such_file);
    EXPECT_EQ(d.remove("missing"), disk_status::no_such_file);
}

TEST(disk, a_file_opened_before_the_power_off_is_dead) {
    disk d;
    write_safely(d, "f", "safe");
    const auto before = d.open("f");
    d.power_off();
    EXPECT_FALSE(d.open("f"));
    EXPECT_FALSE(d.open_or_create("g"));
    EXPECT_FALSE(d.open_unnamed());
    EXPECT_EQ(d.remove("f"), disk_status::powered_off);
    EXPECT_EQ(d.rename("f", "g"), disk_status::powered_off);
    EXPECT_EQ(d.sync_directory(""), disk_status::powered_off);
    d.power_on();
    EXPECT_FALSE(d.usable(before));
    EXPECT_EQ(d.write(before, 0, bytes("x")), disk_status::powered_off);
    EXPECT_EQ(d.truncate(before, 0), disk_status::powered_off);
    EXPECT_EQ(d.sync(before), disk_status::powered_off);
    EXPECT_EQ(d.size(before), 0U);
    EXPECT_EQ(content(d, "f"), "safe");
}

TEST(disk, an_open_file_outlives_its_name) {
    disk d;
    write(d, "f", 0, "first");
    const auto first = d.open("f");
    d.remove("f");
    write(d, "f", 0, "second");
    EXPECT_EQ(d.size(first), 5U);
    EXPECT_NE(first.id(), d.open("f").id());
    EXPECT_FALSE(d.is_named("f", first));
    EXPECT_TRUE(d.is_named("f", d.open("f")));
}

// Blocks of 4096 bytes are compared one by one: so files of several, changed at their edges.
TEST(disk, an_image_is_put_back_whatever_was_changed) {
    disk d;
    const std::string big(10'000, 'b');
    write(d, "big", 0, big);
    write(d, "empty", 0, "");
    write(d, "gone", 0, "g");
    const auto image = d.snapshot();
    const auto open = d.open("big");

    const auto restored = [&] {
        d.restore(image);
        return d.names() == image.names() && content(d, "big") == big &&
               content(d, "empty").empty() && content(d, "gone") == "g" && d.is_named("big", open);
    };
    EXPECT_TRUE(restored());
    for (const std::uint64_t at : {0U, 4095U, 4096U, 8191U, 9999U, 10'000U, 12'287U, 50'000U}) {
        write(d, "big", at, "xy");
        EXPECT_TRUE(restored()) << at;
        d.truncate(d.open("big"), at);
        EXPECT_TRUE(restored()) << at;
        d.truncate(d.open("big"), at / 2);
        write(d, "big", at, "xy");
        EXPECT_TRUE(restored()) << at;
    }
    write(d, "empty", 0, "not any more");
    write(d, "a new one", 0, "n");
    write(d, "zz", 0, "n");
    d.remove("gone");
    EXPECT_TRUE(restored());
    d.rename("gone", "big");
    EXPECT_TRUE(restored());
}

TEST(disk, an_image_is_safe_and_a_power_off_brings_nothing_else_back) {
    disk d;
    write(d, "f", 0, "template");
    const auto image = d.snapshot();
    write(d, "f", 0, "run");
    d.sync(d.open("f"));
    write(d, "g", 0, "run");
    d.sync_directory("");
    write(d, "f", 4, "unsynced");
    d.restore(image);
    lose_power(d);
    EXPECT_EQ(content(d, "f"), "template");
    EXPECT_EQ(d.names(), image.names());
}

TEST(disk, restoring_switches_the_disk_on) {
    disk d;
    write(d, "f", 0, "x");
    const auto image = d.snapshot();
    const auto before = d.open("f");
    d.power_off();
    d.restore(image);
    EXPECT_TRUE(d.powered());
    EXPECT_EQ(content(d, "f"), "x");
    EXPECT_FALSE(d.usable(before));
}

TEST(disk, images_of_another_moment_or_another_disk_can_be_restored) {
    disk d;
    write(d, "f", 0, "one");
    const auto one = d.snapshot();
    const auto open = d.open("f");
    write(d, "f", 0, "two");
    write(d, "g", 0, "two");
    const auto two = d.snapshot();
    d.restore(one);
    EXPECT_EQ(content(d, "f"), "one");
    EXPECT_TRUE(d.is_named("f", open));
    write(d, "f", 1, "!");
    d.restore(two);
    EXPECT_EQ(content(d, "f") + content(d, "g"), "twotwo");

    disk other;
    other.restore(one);
    EXPECT_EQ(content(other, "f"), "one");
    write(other, "f", 0, "x");
    EXPECT_EQ(content(d, "f"), "two");
    other.restore(one);
    EXPECT_EQ(content(other, "f"), "one");
}

}  // namespace
}  // namespace onceproof::sim
