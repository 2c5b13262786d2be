// The command from end to end: the program is run, and its output and exit status are looked at.
#include "cli/exit_status.hpp"
#include "cli/program_testing.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace onceproof::cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

std::string line_with(const std::string& text, const std::string& start) {
    const std::size_t at = text.find("\n" + start) + 1;
    return text.substr(at, text.find('\n', at) - at);
}

TEST(Command, ReplaysARunThatAPersonCanRead) {
    const finished run = onceproof("replay lost-answer --seed 7");
    EXPECT_EQ(run.status, held);
    EXPECT_THAT(run.output, HasSubstr("POST /v1/charges HTTP/1.1"));
    EXPECT_THAT(run.output, HasSubstr("CHARGES 1 order-1"));
    EXPECT_THAT(run.output, HasSubstr("-x client: HTTP/1.1 201 Created"));
    EXPECT_THAT(run.output, HasSubstr("has no answer: unknown; waits"));
    EXPECT_THAT(run.output, HasSubstr("replays the stored answer"));
    EXPECT_THAT(run.output, HasSubstr("[intent-1/attempt-2]"));
    EXPECT_THAT(run.output, HasSubstr("reached: the answer was lost after the effect"));
    EXPECT_THAT(run.output, HasSubstr("\nheld\n"));
    EXPECT_THAT(run.output, Not(HasSubstr("\033"))) << "no colour in a pipe";
}

TEST(Command, TheLastLineReproducesTheRun) {
    const finished run = onceproof("replay lost-answer --seed 7");
    const std::string again = line_with(run.output, "reproduce: onceproof ").substr(21);
    ASSERT_EQ(run.status, held);
    EXPECT_EQ(onceproof(again).output, run.output);
}

TEST(Command, AddressSpaceRandomisationChangesNothing) {
    const std::string replay = fmt::format("{} replay lost-answer --seed 3", ONCEPROOF_PROGRAM);
    const finished randomised = run_shell(replay);
    const finished fixed = run_shell("setarch -R " + replay);
    EXPECT_EQ(randomised.status, held);
    EXPECT_EQ(fixed.status, held);
    EXPECT_EQ(fixed.output, randomised.output);
}

TEST(Command, ChecksDeterminism) {
    const finished run = onceproof("replay lost-answer --check-determinism");
    EXPECT_EQ(run.status, held);
    EXPECT_THAT(run.output, HasSubstr("deterministic: run twice"));
}

TEST(Command, ListsScenarios) {
    EXPECT_THAT(onceproof("list").output, ContainsRegex("lost-answer +The answer"));
    EXPECT_EQ(onceproof("list scenarios").status, held);
}

TEST(Command, ListsContractsWithWhatIsWrongWithThem) {
    const finished run = onceproof("list contracts");
    EXPECT_EQ(run.status, held);
    EXPECT_THAT(run.output, ContainsRegex("\nstrict +One effect for ever"));
    EXPECT_THAT(run.output, ContainsRegex("\n  source +https://docs.stripe.com/api/"));
    EXPECT_THAT(run.output, ContainsRegex("\n  danger +a key is forgotten after 24 h: "));
    EXPECT_THAT(run.output, ContainsRegex("\n  remark +a replay tells the latest state: "));
}

TEST(Command, HasHelpAndAVersion) {
    EXPECT_THAT(onceproof("--help").output, HasSubstr("onceproof replay lost-answer --seed 7"));
    EXPECT_THAT(onceproof("--version").output, ::testing::StartsWith("onceproof 0."));
    EXPECT_EQ(onceproof("--version").status, held);
}

TEST(Command, AnswersWrongWordsWithOneSentence) {
    const auto expect = [](const std::string& words, const std::string& sentence) {
        const finished run = onceproof(words);
        EXPECT_EQ(run.status, usage) << words;
        EXPECT_EQ(run.output, "onceproof: " + sentence + "\n") << words;
    };
    expect("replay lost-anwser",
           "there is no scenario 'lost-anwser', did you mean 'lost-answer'? "
           "(onceproof list scenarios shows all)");
    expect("relpay lost-answer", "'relpay' is not a word of this command, did you mean 'replay'?");
    expect("replay lost-answer --sede 7",
           "'--sede' is not a word of this command, did you mean '--seed'?");
    EXPECT_EQ(onceproof("").status, usage);
    EXPECT_EQ(onceproof("replay").status, usage);
    EXPECT_EQ(onceproof("replay lost-answer --seed minus").status, usage);
    EXPECT_EQ(onceproof("replay lost-answer --color blue").status, usage);
    EXPECT_EQ(onceproof("list elephants").status, usage);
}

TEST(Command, ColoursWhenToldTo) {
    EXPECT_THAT(onceproof("replay lost-answer --color always").output, HasSubstr("\033["));
    EXPECT_THAT(run_shell("CLICOLOR_FORCE=1 NO_COLOR=1 " + std::string(ONCEPROOF_PROGRAM) +
                          " replay lost-answer")
                    .output,
                Not(HasSubstr("\033")));
}

TEST(Command, SaysWhenItCouldNotWrite) {
    const finished run =
        run_shell("(" + std::string(ONCEPROOF_PROGRAM) + " replay lost-answer >/dev/full) 2>&1");
    EXPECT_EQ(run.status, io_error);
    EXPECT_THAT(run.output, HasSubstr("standard output: No space left on device"));
}

}  // namespace
}  // namespace onceproof::cli
