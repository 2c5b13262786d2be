// `onceproof replay --svg` from end to end.
#include "cli/exit_status.hpp"
#include "cli/program_testing.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace onceproof::cli {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// A folder of this test's own.
class ReplayPicture : public ::testing::Test {
protected:
    void SetUp() override {
        folder = std::filesystem::temp_directory_path() /
                 ("onceproof-picture-" + std::to_string(getpid()));
        std::filesystem::create_directories(folder);
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    std::string file() const { return (folder / "run.svg").string(); }
    std::string drawn() const {
        std::ifstream in(file());
        std::ostringstream text;
        text << in.rdbuf();
        return text.str();
    }

    std::filesystem::path folder;
};

TEST_F(ReplayPicture, DrawsARunThatHolds) {
    const finished run = onceproof("replay lost-answer --seed 7 --svg " + file());
    EXPECT_EQ(run.status, held);
    EXPECT_THAT(run.output, HasSubstr("\npicture " + file() + "\n"));
    EXPECT_THAT(drawn(), AllOf(StartsWith("<svg "), EndsWith("</svg>\n"), HasSubstr("Held.")));
    EXPECT_THAT(drawn(),
                HasSubstr("What goes wrong: the response to attempt 1 of intent-1 is lost."));
}

TEST_F(ReplayPicture, DrawsARunThatFailsBesideOneThatHolds) {
    const finished run = onceproof("replay canary --seed 1 --svg " + file());
    EXPECT_EQ(run.status, violated);
    EXPECT_THAT(drawn(),
                HasSubstr(">Violated: one effect: intent-1: it took effect 2 times</text>"));
    EXPECT_THAT(drawn(), HasSubstr(">It holds without that</text>"));
    EXPECT_THAT(drawn(), HasSubstr(">from here on they differ</text>"));
}

TEST_F(ReplayPicture, SaysWhenItCouldNotWrite) {
    const std::string beneath = (folder / "missing" / "run.svg").string();
    const finished run = run_shell(
        fmt::format("{} replay lost-answer --svg {} 2>&1 >/dev/null", ONCEPROOF_PROGRAM, beneath));
    EXPECT_EQ(run.status, io_error);
    EXPECT_EQ(run.output, "onceproof: " + beneath + ": No such file or directory\n");
    EXPECT_TRUE(std::filesystem::is_empty(folder)) << "not even a part of it";
}

}  // namespace
}  // namespace onceproof::cli
