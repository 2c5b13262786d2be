// A scenario of the user's own, from its file to the line that runs its finding again.
#include "cli/exit_status.hpp"
#include "cli/program_testing.hpp"
#include "scenarios/catalogue.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace onceproof::cli {
namespace {

using ::testing::HasSubstr;

// A copy of a file of this build, under the name of the test that uses it.
class OwnScenarioFile : public ::testing::Test {
protected:
    OwnScenarioFile() {
        std::filesystem::create_directories(folder_);
        const auto files = scenarios::scenario_files();
        const std::string_view path = "fast/lost-answer.toml";
        std::ofstream(file_)
            << std::ranges::find(files, path, &scenarios::scenario_file::path)->text;
    }
    ~OwnScenarioFile() override { std::filesystem::remove_all(folder_); }
    OwnScenarioFile(const OwnScenarioFile&) = delete;
    OwnScenarioFile& operator=(const OwnScenarioFile&) = delete;

    const std::filesystem::path folder_ =
        std::filesystem::path(::testing::TempDir()) /
        ::testing::UnitTest::GetInstance()->current_test_info()->name();
    const std::string file_ = (folder_ / "lost-reply.toml").string();
};

// What the line of output says that begins with the name of the scenario.
std::string after(const finished& run, const std::string& name) {
    const std::string output = '\n' + run.output;
    const std::size_t begin = output.find('\n' + name);
    return begin == std::string::npos
               ? ""
               : output.substr(begin, output.find('\n', begin + 1) - begin).substr(name.size());
}

TEST_F(OwnScenarioFile, RunsAsItsOriginalDoes) {
    const finished copy = onceproof("run --seeds 20 --quiet --scenario " + file_);
    const finished original = onceproof("run --seeds 20 --quiet lost-answer");
    EXPECT_EQ(copy.status, held) << copy.output;
    const std::string ran = after(copy, "lost-reply");
    const std::string expected = after(original, "lost-answer");
    ASSERT_NE(ran.find("20 runs"), std::string::npos) << copy.output;
    ASSERT_NE(expected.find("20 runs"), std::string::npos) << original.output;
    EXPECT_EQ(ran.substr(ran.find("20 runs")), expected.substr(expected.find("20 runs")));
}

TEST_F(OwnScenarioFile, IsInTheLineThatRunsItAgain) {
    const finished run = onceproof(
        fmt::format("run --seeds 1 --quiet --no-shrink --scenario {} --without key-per-attempt "
                    "--findings {}",
                    file_, (folder_ / "findings").string()));
    EXPECT_EQ(run.status, violated) << run.output;
    const std::string begin = "reproduce: onceproof ";
    ASSERT_THAT(run.output, HasSubstr(begin));
    const std::size_t at = run.output.find(begin) + begin.size();
    const finished again = onceproof(run.output.substr(at, run.output.find('\n', at) - at));
    EXPECT_EQ(again.status, violated) << again.output;
}

TEST_F(OwnScenarioFile, HasAPlanThatNamesIt) {
    const std::string plan = (folder_ / "plan.json").string();
    const finished printed =
        onceproof(fmt::format("plan --scenario {} --seed 3 > {}", file_, plan));
    EXPECT_EQ(printed.status, held) << printed.output;
    EXPECT_EQ(onceproof("replay --plan " + plan).status, held);
    std::ofstream(file_, std::ios::app) << "# changed\n";
    const finished stale = onceproof("replay --plan " + plan);
    EXPECT_EQ(stale.status, bad_file);
    EXPECT_THAT(stale.output, HasSubstr("is not what it was"));
}

TEST_F(OwnScenarioFile, IsRefusedWithTheStatusOfWhatIsWrong) {
    EXPECT_EQ(onceproof("run --scenario /no/such.toml").status, no_such_file);
    std::ofstream(file_) << "summary = 1\n";
    const finished bad = onceproof("run --scenario " + file_);
    EXPECT_EQ(bad.status, bad_file);
    EXPECT_EQ(bad.output, fmt::format("onceproof: {}:1:11: a summary is a string\n", file_));
    EXPECT_EQ(onceproof("replay lost-answer --scenario " + file_).status, usage);
}

}  // namespace
}  // namespace onceproof::cli
