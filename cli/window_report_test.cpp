// What `onceproof prove` tells of designs that are not exactly-once: where they are open.
#include "cli/exit_status.hpp"
#include "cli/program_testing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace onceproof::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A proof of that subject, which leaves nothing behind.
finished prove_windows(const std::string& words) {
    const std::string folder =
        ::testing::TempDir() + "onceproof-windows-" + std::to_string(getpid());
    const finished told =
        onceproof("prove --runs 100 --no-shrink --findings " + folder + " --subject " + words);
    std::filesystem::remove_all(folder);
    return told;
}

TEST(WindowReport, SaysFromWhichStepToWhichAndHowLong) {
    const finished told = prove_windows("cache-marker");
    EXPECT_EQ(told.status, held) << told.output;
    EXPECT_THAT(told.output, HasSubstr("\nwindows of cache-marker, "));
    EXPECT_THAT(told.output,
                HasSubstr("    from `CHARGES` to `records the outcome`: 4 points, 4.05 ms\n"
                          "        intent-1/attempt-1/api-1/db commit to "
                          "intent-1/attempt-1/api-1>store/response#2\n"
                          "        by kill after, "));
    EXPECT_THAT(told.output, Not(HasSubstr(" late: ")));
}

TEST(WindowReport, SaysHowLateIsTooLate) {
    const finished told = prove_windows("look-up");
    EXPECT_THAT(told.output, HasSubstr("\n    none\n    1 s late: 0 of 8 points downstream\n"));
    EXPECT_THAT(told.output, HasSubstr("    30 s late: 3 of 8 points downstream: intent-1/"));
}

TEST(WindowReport, IsAlsoJson) {
    const std::string told = prove_windows("cache-marker --json").output;
    EXPECT_THAT(told, HasSubstr(R"("type":"window","subject":"cache-marker","from":"CHARGES",)"
                                R"("to":"records the outcome")"));
    EXPECT_THAT(told, HasSubstr(R"("points":4,"nanoseconds":4050000)"));
    EXPECT_THAT(prove_windows("look-up --json").output,
                HasSubstr(R"("type":"lateness","subject":"look-up","nanoseconds":1000000000)"));
}

TEST(WindowReport, HasNothingToSayOfAClaimThatIsExactlyOnce) {
    EXPECT_THAT(prove_windows("claim-lease").output, Not(HasSubstr("windows of")));
}

}  // namespace
}  // namespace onceproof::cli
