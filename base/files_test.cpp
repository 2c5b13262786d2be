// Whole files are read, or it is said why not; and written whole, or not at all.
#include "base/files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <string>
#include <system_error>

namespace onceproof::base {
namespace {

using ::testing::EndsWith;

TEST(WholeFile, SaysWhyItCannotBeRead) {
    try {
        content_of("/no/such/file");
        FAIL() << "there is none";
    } catch (const unreadable_file& why) {
        EXPECT_TRUE(why.is_missing);
        EXPECT_STREQ(why.what(), "/no/such/file: No such file or directory");
    }
    try {
        content_of("/");
        FAIL() << "it has no content";
    } catch (const unreadable_file& why) {
        EXPECT_FALSE(why.is_missing);
        EXPECT_THAT(why.what(), EndsWith(": it is a folder"));
    }
}

TEST(WholeFile, IsReadAsItWasWritten) {
    const std::string file = ::testing::TempDir() + "whole_file";
    for (const std::string& text : {std::string("a\0b\r\n", 5), std::string()}) {
        write_file(file, text);
        EXPECT_EQ(content_of(file), text);
    }
    std::filesystem::remove(file);
}

// A folder cannot be replaced by a file: nothing is left beside it.
TEST(WholeFile, LeavesNothingBehindIfItCannotBeWritten) {
    const std::filesystem::path folder =
        std::filesystem::path(::testing::TempDir()) / "whole_files";
    std::filesystem::create_directories(folder / "taken" / "inside");
    EXPECT_THROW(write_file((folder / "taken").string(), "text"), std::system_error);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace onceproof::base
