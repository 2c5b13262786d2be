// `onceproof prove`, and guards that are taken away by `--without`, as a user meets them.
#include "cli/exit_status.hpp"
#include "cli/program_testing.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>
#include <string>

namespace onceproof::cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

class Prove : public ::testing::Test {
protected:
    ~Prove() override { std::filesystem::remove_all(folder); }

    finished prove(const std::string& words) {
        return onceproof("prove " + words + " --findings " + folder.string());
    }

    std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) /
                                   ("onceproof-prove-" + std::to_string(getpid()));
};

TEST_F(Prove, ShowsWhatFallsWithoutAGuard) {
    const finished seen = prove("fingerprint --subject claim-lease --runs 200");
    EXPECT_EQ(seen.status, held) << seen.output;
    EXPECT_THAT(seen.output, ContainsRegex("claim-lease +held +200 runs of [0-9]+ scenarios"));
    EXPECT_THAT(seen.output, HasSubstr("by the contract 'strict'"));
    EXPECT_THAT(seen.output, HasSubstr("without 'fingerprint': A key stands for the request"));
    EXPECT_THAT(seen.output, ContainsRegex("no-fingerprint +caught after [0-9]+ runs?, "));
    EXPECT_THAT(seen.output,
                HasSubstr(fmt::format("\n1 guard proven, {} mutants caught, 0 survived; median ",
                                      count_mutants("fingerprint", "claim-lease"))));
    const std::string start = "reproduce: onceproof ";
    const std::size_t at = seen.output.find(start) + start.size();
    const std::string again = seen.output.substr(at, seen.output.find('\n', at) - at);
    EXPECT_EQ(onceproof(again).status, violated) << again;
}

TEST_F(Prove, AMutantThatIsNotCaughtInTimeHasSurvived) {
    const finished seen = prove("lease --subject claim-lease --runs 3 --no-shrink");
    EXPECT_EQ(seen.status, violated);
    EXPECT_THAT(seen.output, ContainsRegex("claim-without-lease +SURVIVED after 3 runs"));
    EXPECT_THAT(seen.output, HasSubstr("\n0 guards proven, "));
}

TEST_F(Prove, SpeaksJson) {
    std::istringstream lines(prove("scope --subject claim-lease --runs 200 --json").output);
    std::string last;
    std::size_t mutants = 0;
    for (std::string line; std::getline(lines, line); last = line) {
        const boost::json::object document = boost::json::parse(line).as_object();
        EXPECT_EQ(document.at("schema_version").as_int64(), 2);
        mutants += document.at("type").as_string() == "mutant" ? 1 : 0;
    }
    EXPECT_EQ(mutants, count_mutants("scope", "claim-lease"));
    EXPECT_EQ(boost::json::parse(last).at("mutants_caught").to_number<std::size_t>(), mutants);
}

TEST_F(Prove, AnswersWrongWordsWithOneSentence) {
    EXPECT_THAT(prove("fingerprnt").output,
                HasSubstr("there is no guard 'fingerprnt', did you mean 'fingerprint'?"));
    EXPECT_THAT(prove("--subject claim-leese").output,
                HasSubstr("there is no subject 'claim-leese', did you mean 'claim-lease'?"));
    EXPECT_EQ(prove("look-up --subject claim-lease").status, usage);
    EXPECT_EQ(prove("--runs many").status, usage);
}

TEST(Without, TakesTheNameOfAGuardOrOfAMutant) {
    EXPECT_EQ(onceproof("replay lost-answer --seed 7 --without key").status, violated);
    EXPECT_EQ(onceproof("replay lost-answer --seed 7 --without key-per-attempt").status, violated);
    EXPECT_EQ(onceproof("replay lost-answer --seed 7 --without key --subject look-up").status,
              usage);
}

TEST(Subject, RunsInsteadOfTheReference) {
    const finished seen = onceproof("replay lost-answer --seed 7 --subject natural-key");
    EXPECT_EQ(seen.status, held);
    EXPECT_THAT(seen.output, HasSubstr(", by natural-key: "));
    EXPECT_THAT(
        seen.output,
        HasSubstr("reproduce: onceproof replay lost-answer --seed 7 --subject natural-key\n"));
    EXPECT_EQ(onceproof("replay stale-look-up --subject claim-lease").status, usage);
}

}  // namespace
}  // namespace onceproof::cli
