// Plans from end to end: printed, replayed, searched, made small, kept, and told when they are
// stale.
#include "cli/exit_status.hpp"
#include "cli/program_testing.hpp"
#include "faults/kind.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace onceproof::cli {
namespace {

namespace json = boost::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string plan_line_with(const std::string& text, const std::string& start) {
    const std::size_t at = text.find(start);
    return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

// A folder of this test's own.
class Plans : public ::testing::Test {
protected:
    void SetUp() override {
        folder = std::filesystem::temp_directory_path() /
                 ("onceproof-" + std::to_string(getpid()) + "-" +
                  ::testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::create_directories(folder);
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    std::string write(const std::string& text) const {
        const std::string file = folder / "plan.json";
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }
    std::string findings() const { return " --findings " + folder.string(); }

    std::filesystem::path folder;
};

TEST_F(Plans, ThePlanOfASeedGivesTheSameTrace) {
    for (const char* scenario : {"lost-answer", "busy-shop", "dead-owner", "stale-look-up"}) {
        for (const char* seed : {"0", "18446744073709551615"}) {
            const std::string words = std::string(scenario) + " --seed " + seed;
            const std::string file = write(onceproof("plan " + words).output);
            const finished planned = onceproof("replay --plan " + file);
            EXPECT_NE(plan_line_with(planned.output, "hash "), "");
            EXPECT_EQ(plan_line_with(planned.output, "hash "),
                      plan_line_with(onceproof("replay " + words).output, "hash "))
                << words;
        }
    }
}

// Also where disks fail, which the plan says by the points that it names.
TEST_F(Plans, ThePlanOfASeedWithDiskFaultsGivesTheSameTrace) {
    int with_files = 0;
    for (int seed = 0; seed < 24; ++seed) {
        const std::string words =
            "same-request-twice --seed " + std::to_string(seed) + " --disk-faults";
        const std::string plan = onceproof("plan " + words).output;
        with_files += plan.find("/file ") != std::string::npos ? 1 : 0;
        EXPECT_EQ(plan_line_with(onceproof("replay --plan " + write(plan)).output, "hash "),
                  plan_line_with(onceproof("replay " + words).output, "hash "))
            << words;
    }
    EXPECT_GT(with_files, 1);
}

TEST_F(Plans, DiskFaultsAreSearchedAndToldAgain) {
    const finished run = onceproof(
        "run same-request-twice --disk-faults --faults 1 --plans-max 60 "
        "--counts");
    EXPECT_THAT(run.output, ContainsRegex("power cut +[0-9]+"));
    EXPECT_THAT(run.output, ContainsRegex("I/O error +[0-9]+"));
    EXPECT_THAT(
        onceproof("replay same-request-twice --seed 3 --disk-faults").output,
        HasSubstr("reproduce: onceproof replay same-request-twice --seed 3 --disk-faults\n"));
    EXPECT_EQ(onceproof("replay --disk-faults --plan x.json").status, usage);
}

TEST_F(Plans, OnlySomeKindsAreRunWhichTheCertificateNames) {
    const std::string words = "run same-request-twice --faults 1 --only silence";
    const std::string resume = " --resume " + (folder / "only.json").string();
    const finished one = onceproof(words + " --counts" + resume);
    EXPECT_EQ(one.status, held);
    EXPECT_THAT(one.output, HasSubstr("\n    no violation within 1 fault, only silence\n"));
    EXPECT_THAT(one.output, ContainsRegex("\n    silence +[0-9]+"));
    EXPECT_THAT(one.output, Not(HasSubstr("reset before")));
    EXPECT_THAT(onceproof(words + " --only delay" + resume).output,
                HasSubstr("it is the state of another search"));
    EXPECT_THAT(onceproof(words + " --only delay --json").output,
                HasSubstr("\"among\":\"only delay, silence\""));
    EXPECT_THAT(onceproof("replay same-request-twice --disk-faults --only 'power cut'").output,
                HasSubstr("reproduce: onceproof replay same-request-twice --seed 0 --disk-faults "
                          "--only 'power cut'\n"));
}

TEST_F(Plans, OfPowerCutsThatLeaveTheSameFilesOneIsRun) {
    const finished run =
        onceproof("run no-key --disk-faults --only 'power cut' --faults 2 --counts");
    EXPECT_EQ(run.status, held) << run.output;
    EXPECT_THAT(run.output, ContainsRegex(", [1-9][0-9]+ would leave what another leaves and were "
                                          "not run"));
    EXPECT_THAT(onceproof("run no-key --faults 1").output, Not(HasSubstr("would leave")));
}

TEST_F(Plans, EachDeadlineIsMet) {
    const std::string words = "run no-key --deadlines";
    const std::string resume = words + " --resume " + (folder / "deadlines.json").string();
    const finished run = onceproof(words + " --counts");
    EXPECT_EQ(run.status, held) << run.output;
    EXPECT_THAT(run.output, ContainsRegex("\n    no violation around [1-9][0-9]* deadlines, "
                                          "[1-9][0-9]* met 1 ns before, at and 1 ns after\n"));
    EXPECT_EQ(onceproof(resume + " --plans-max 1").status, inconclusive);
    EXPECT_EQ(onceproof(resume + " --json").output, onceproof(words + " --json").output);
    EXPECT_EQ(
        onceproof("run no-key --faults 1 --resume " + (folder / "deadlines.json").string()).status,
        bad_file);
    for (const char* more : {" --faults 1", " --seeds 3", " --seed 1", " --time 1s"}) {
        EXPECT_EQ(onceproof(words + more).status, usage) << more;
    }
    const finished bounded = onceproof("run fast-clock --deadlines");
    EXPECT_EQ(bounded.status, usage);
    EXPECT_THAT(bounded.output, HasSubstr("fast-clock: --deadlines is for designs without bounds, "
                                          "and of look-up it is known: "));
    EXPECT_EQ(onceproof("run --deadlines --subject look-up").status, usage);
    EXPECT_THAT(onceproof(words + " --disk-faults --only 'power cut'").output,
                HasSubstr("--deadlines needs 'delay' or 'clock jump' to be injected"));
    EXPECT_THAT(onceproof("run no-key --counts").output,
                HasSubstr("onceproof: --counts requires --faults or --deadlines"));
}

TEST_F(Plans, KindsThatCannotBeInjectedAreRefused) {
    const auto expect = [](const std::string& words, const std::string& sentence) {
        const finished run = onceproof("run --faults 1 " + words);
        EXPECT_EQ(run.status, usage) << words;
        EXPECT_THAT(run.output, HasSubstr(sentence));
    };
    expect("lost-answer --only 'pover cut'", "there is no fault 'pover cut', did you mean");
    expect(
        "lost-answer --only 'power cut'",
        "'power cut' is no fault that a search injects into 'claim-lease' without --disk-faults");
    expect("--only 'lost file' --disk-faults",
           "'lost file' is no fault that a search injects into");
}

// From the fault to the finding, to the plan, to the line that runs it again.
TEST_F(Plans, TheCanaryFailsAllTheWay) {
    const finished found = onceproof("run canary --seeds 20" + findings());
    EXPECT_EQ(found.status, violated);
    EXPECT_THAT(found.output, ContainsRegex("canary +violated +20 runs"));
    EXPECT_THAT(found.output, HasSubstr("one effect, 20 seeds, the first is 0: intent-1: it took"));
    EXPECT_THAT(found.output, HasSubstr("\n    What goes wrong: "));
    const std::string start = "reproduce: onceproof ";
    const std::string again = plan_line_with(found.output, start).substr(start.size());
    EXPECT_THAT(again, HasSubstr("canary.one-effect.json"));
    const finished ran = onceproof(again);
    EXPECT_EQ(ran.status, violated);
    EXPECT_THAT(ran.output,
                HasSubstr("\nviolated: one effect: intent-1: it took effect 2 times\n"));
    EXPECT_EQ(plan_line_with(ran.output, start).substr(start.size()), again);
}

TEST_F(Plans, EachMutantIsFoundWithOneFaultAtMost) {
    const std::vector<std::pair<std::string, std::string>> all{
        {"same-request-twice", "answer-not-stored"},
        {"lost-answer", "key-per-attempt"},
        {"two-at-once", "check-then-act"},
        {"killed-before-answer", "two-commits"},
        {"other-body", "no-fingerprint"},
    };
    for (const auto& [scenario, mutant] : all) {
        const finished found =
            onceproof("run " + scenario + " --without " + mutant + " --faults 1" + findings());
        EXPECT_EQ(found.status, violated) << found.output;
        EXPECT_THAT(found.output, HasSubstr("plans break a rule"));
        const std::string start = "reproduce: onceproof ";
        const std::string again = plan_line_with(found.output, start).substr(start.size());
        EXPECT_EQ(onceproof(again).status, violated) << again;
    }
}

TEST_F(Plans, AllWithOneFaultHold) {
    const finished all = onceproof(
        "run same-request-twice lost-answer two-at-once killed-before-answer other-body "
        "downstream-silent --faults 1 --counts" +
        findings());
    EXPECT_EQ(all.status, held) << all.output;
    EXPECT_THAT(all.output, HasSubstr("lost-answer           held          168 plans, "));
    EXPECT_THAT(all.output, HasSubstr("\n    no violation within 1 fault\n"));
    EXPECT_THAT(all.output, HasSubstr("offered     chosen      fired   mattered\n"));
    const std::string one = "run lost-answer --faults 1 --jobs ";
    EXPECT_EQ(onceproof(one + "1").output, onceproof(one + "3").output);
}

std::int64_t plans_of(const std::string& words) {
    const std::string line = plan_line_with(onceproof(words + " --json").output, "{");
    return json::parse(line).at("plans").as_int64();
}

TEST_F(Plans, ShardsTogetherRunWhatOneWouldRun) {
    const std::string words = "run two-at-once --faults 1";
    const std::int64_t one = plans_of(words + " --shard 1/3");
    const std::int64_t two = plans_of(words + " --shard 2/3");
    const std::int64_t three = plans_of(words + " --shard 3/3");
    EXPECT_EQ(one + two + three, plans_of(words) + 2) << "each begins with the calm run";
    EXPECT_GT(one, 50);
    EXPECT_GT(three, 50);
}

TEST_F(Plans, ASearchThatIsCutShortShowsNothing) {
    const finished some = onceproof("run lost-answer --faults 1 --plans-max 20");
    EXPECT_EQ(some.status, inconclusive);
    EXPECT_THAT(some.output, ContainsRegex("only [0-9]+ of 168 parts of the search were run"));
}

TEST_F(Plans, ASearchGoesOnWhereItWasCutShort) {
    const std::string words = "run lost-answer --faults 1 --json";
    const std::string resume = words + " --resume " + (folder / "search.json").string();
    EXPECT_EQ(onceproof(resume + " --plans-max 40").status, inconclusive);
    EXPECT_EQ(onceproof(resume + " --plans-max 90").status, inconclusive);
    const finished whole = onceproof(resume);
    EXPECT_EQ(whole.status, held);
    EXPECT_EQ(whole.output, onceproof(words).output);
    EXPECT_EQ(onceproof(resume).output, whole.output) << "nothing is left to do";
    const finished other =
        onceproof("run two-at-once --faults 1 --resume " + (folder / "search.json").string());
    EXPECT_EQ(other.status, bad_file);
    EXPECT_THAT(other.output, HasSubstr("search.json: it is the state of another search\n"));
    EXPECT_EQ(onceproof("run --faults 1 --resume x.json").status, usage);
    const std::string mine = write("[1, 2]");
    EXPECT_EQ(onceproof(words + " --resume " + mine).status, bad_file);
}

TEST_F(Plans, ShrinkFindsTheSmallest) {
    const finished small = onceproof("shrink lost-answer --seed 0 --without key-per-attempt");
    EXPECT_EQ(small.status, violated);
    EXPECT_THAT(small.output, StartsWith("// one effect: intent-1: it took effect 2 times\n"));
    EXPECT_THAT(small.output, HasSubstr("\n// It holds without that.\n"));
    const std::string file = write(small.output);
    EXPECT_EQ(onceproof("replay --plan " + file).status, violated);
    EXPECT_EQ(onceproof("shrink --plan " + file).output, small.output) << "it stays as it is";
    const std::string out = folder / "small.json";
    EXPECT_THAT(
        onceproof("shrink lost-answer --seed 0 --without key-per-attempt --out " + out).output,
        HasSubstr("reproduce: onceproof replay --plan " + out));
    EXPECT_EQ(onceproof("replay --plan " + out).status, violated);
    EXPECT_EQ(onceproof("shrink lost-answer --seed 1").status, inconclusive);
}

TEST_F(Plans, ASmallPlanIsTheSameWhicheverSeedFoundIt) {
    const std::string words = "shrink two-at-once --without check-then-act --seed ";
    EXPECT_EQ(onceproof(words + "13").output, onceproof(words + "19").output);
}

TEST_F(Plans, AStalePlanIsInconclusiveAndGetsTheNearestName) {
    const std::string file = write(R"({"onceproof_plan": 2, "scenario": "lost-answer", "faults": [
        {"point": "intent-1/attempt-1/client>api/respond", "fault": "silence"}]})");
    const finished stale = onceproof("replay --plan " + file);
    EXPECT_EQ(stale.status, inconclusive);
    EXPECT_THAT(stale.output, HasSubstr("\n    but the run never came to "
                                        "intent-1/attempt-1/client>api/respond, did you mean "
                                        "'intent-1/attempt-1/client>api/response'?\n"));
    EXPECT_THAT(stale.output, HasSubstr("\ninconclusive: the plan no longer applies\n"));
}

TEST_F(Plans, TellsAFaultThatDidNothingFromOneThatMadeNoDifference) {
    const std::string file = write(R"({"onceproof_plan": 2, "scenario": "lost-answer", "faults": [
        {"point": "intent-1/attempt-1/client>api/response", "fault": "silence"},
        {"point": "intent-1/attempt-1/client>api/response", "fault": "reset after"},
        {"point": "intent-1/attempt-2/client>api/request", "fault": "delay", "span": "1ms"}]})");
    const finished run = onceproof("replay --plan " + file);
    EXPECT_EQ(run.status, held);
    EXPECT_THAT(run.output,
                HasSubstr("is followed by a reset\n    but there was nothing to act on\n"));
    EXPECT_THAT(run.output, HasSubstr("comes 1 ms later\n    which made no difference to what "
                                      "anybody did\n"));
}

TEST_F(Plans, BadFilesGetOneSentence) {
    const auto expect = [&](const std::string& text, const std::string& sentence) {
        const std::string file = write(text);
        const finished bad = onceproof("replay --plan " + file);
        EXPECT_EQ(bad.status, bad_file) << text;
        EXPECT_EQ(bad.output, "onceproof: " + file + sentence + "\n") << text;
    };
    expect("{", ":1:2: the text ends inside the object that begins on line 1");
    expect("{\"onceproof_plan\": 3}",
           ":1:20: 'onceproof_plan' is 1 or 2: this build reads no other "
           "version");
    expect("{\"onceproof_plan\": 2,\n \"scenario\": \"lost-anser\"}",
           ":2:14: there is no scenario 'lost-anser', did you mean 'lost-answer'?");
    const finished none = onceproof("replay --plan " + (folder / "none.json").string());
    EXPECT_EQ(none.status, no_such_file);
    EXPECT_THAT(none.output, HasSubstr("none.json: No such file or directory\n"));
    EXPECT_EQ(onceproof("replay --plan " + folder.string()).status, io_error);
    EXPECT_EQ(onceproof("replay lost-answer --plan x.json").status, usage);
    EXPECT_EQ(onceproof("run --faults 1 --seeds 3").status, usage);
    EXPECT_EQ(onceproof("run --faults 1 --shard 4/3").status, usage);
    EXPECT_THAT(onceproof("replay lost-answer --without two-comits").output,
                HasSubstr("there is no guard or mutant 'two-comits', did you mean 'two-commits'?"));
}

TEST_F(Plans, ListsEveryKindOfFault) {
    const std::string all = onceproof("list faults").output;
    for (const faults::kind_row& k : faults::all_kinds()) {
        EXPECT_THAT("\n" + all, HasSubstr("\n" + std::string(k.name()) + "  "));
    }
    EXPECT_THAT(onceproof("list mutants").output,
                HasSubstr("\ncheck-then-act                 Looks whether"));
}

TEST_F(Plans, RegressionsAreRunFirst) {
    EXPECT_THAT(onceproof("run lost-answer --seeds 50").output,
                StartsWith("regressions  held          2 plans\n"));
    const finished lines = onceproof("run --seeds 1 --json");
    EXPECT_THAT(
        lines.output,
        StartsWith(R"({"schema_version":2,"type":"regressions","verdict":"held","plans":6})"));
}

}  // namespace
}  // namespace onceproof::cli
