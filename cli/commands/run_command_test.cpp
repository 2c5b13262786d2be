// `onceproof run` from end to end. What our scenarios never do (break a rule, crash) is done by
// functions that run in their place.
#include "cli/commands/run_command.hpp"

#include "cli/program_testing.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace onceproof::cli {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using search::run_report;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

const scenarios::scenario& lost_answer() {
    return *scenarios::find("lost-answer");
}

// What is printed if FUNCTION runs where the scenario lost-answer would.
finished run_with(const std::function<run_report(std::uint64_t)>& function,
                  const run_options& options) {
    const search::job_function run_once = [&](const search::job& j) {
        return outcome_of(function(std::get<search::run_seed>(j).seed));
    };
    const std::vector<candidate> candidates{
        {&lost_answer(), [run_once] { return run_once; }, lost_answer().usual}};
    testing::internal::CaptureStdout();
    const exit_status status = run(candidates, options);
    return {status, testing::internal::GetCapturedStdout()};
}

run_report all_reached(std::uint64_t seed) {
    run_report r;
    r.seed = seed;
    r.hash = {seed, seed};
    r.goals = UINT64_MAX;
    return r;
}

run_report breaks_on_some(std::uint64_t seed) {
    run_report r = all_reached(seed);
    if (seed % 10 == 7) {
        r.violations = {{model::rule::one_effect, 1, "2 effects\033[2J"}};
    }
    if (seed == 23) {
        std::raise(SIGKILL);
    }
    return r;
}

run_options seeds(std::uint64_t count) {
    run_options options;
    options.seeds = count;
    return options;
}

std::vector<json::object> lines_of(const std::string& text) {
    std::vector<json::object> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(json::parse(line).as_object());
    }
    return lines;
}

TEST(RunCommand, AllScenariosHoldAndReachWhatTheyAreAbout) {
    const finished all = onceproof("run --seeds 50");
    EXPECT_EQ(all.status, held) << all.output;
    for (const scenarios::scenario& s : scenarios::all()) {
        EXPECT_THAT(all.output, ContainsRegex(std::string(s.name) + " +held +50 runs  hash "));
        for (const scenarios::goal& m : s.must_reach) {
            EXPECT_THAT(all.output, HasSubstr(" x " + std::string(m.name)));
        }
    }
    const std::string count = std::to_string(scenarios::all().size() + 1);  // and the regressions
    EXPECT_THAT(all.output,
                ::testing::EndsWith("\n" + count + " held, 0 violated, 0 inconclusive\n"));
    EXPECT_THAT(all.output, Not(HasSubstr("\033"))) << "no colour, no progress line in a pipe";
    EXPECT_THAT(all.output, Not(HasSubstr("runs/s"))) << "equal runs, equal reports";
}

TEST(RunCommand, ReportsTheSameForAnyNumberOfWorkers) {
    const std::string words = "run two-at-once other-body --seeds 150 --jobs ";
    const finished one = onceproof(words + "1");
    EXPECT_THAT(one.output, HasSubstr("3 held"));
    EXPECT_EQ(onceproof(words + "2").output, one.output);
    EXPECT_EQ(onceproof(words + "5").output, one.output);
}

TEST(RunCommand, RunsOneSeed) {
    const finished one = onceproof("run lost-answer --seed 7");
    EXPECT_EQ(one.status, held);
    EXPECT_THAT(one.output, HasSubstr(" 1 runs "));
    EXPECT_NE(onceproof("run lost-answer --seed 8").output, one.output);
}

TEST(RunCommand, GroupsWhatItFound) {
    const finished broken = run_with(breaks_on_some, seeds(100));
    EXPECT_EQ(broken.status, crashed);
    EXPECT_THAT(broken.output, ContainsRegex("lost-answer  violated +100 runs  hash "));
    EXPECT_THAT(broken.output,
                HasSubstr("    one effect, 10 seeds, the first is 7: intent-1: 2 effects\\x1b[2J\n"
                          "    reproduce: onceproof replay lost-answer --seed 7\n"
                          "    crash, 1 seed, the first is 23: the process was killed by SIGKILL\n"
                          "    reproduce: onceproof replay lost-answer --seed 23\n"
                          "judged by the contract 'strict'\n"
                          "0 held, 1 violated, 0 inconclusive\n"));
}

TEST(RunCommand, PrintsALineThatRunsTheFindingAgain) {
    const std::string output = run_with(breaks_on_some, seeds(10)).output;
    const std::string start = "reproduce: onceproof ";
    const std::size_t at = output.find(start) + start.size();
    const std::string words = output.substr(at, output.find('\n', at) - at);
    EXPECT_THAT(onceproof(words).output, ::testing::StartsWith("lost-answer, seed 7: "));
}

TEST(RunCommand, IsInconclusiveIfAMarkWasNeverReached) {
    const auto run_once = [](std::uint64_t seed) {
        run_report r = all_reached(seed);
        r.goals = 2;
        return r;
    };
    const finished some = run_with(run_once, seeds(10));
    EXPECT_EQ(some.status, inconclusive);
    EXPECT_THAT(some.output,
                AllOf(HasSubstr("inconclusive"), HasSubstr("  0 x the answer was lost"),
                      HasSubstr("\n    never reached: the answer was lost after the effect\n")));
    EXPECT_THAT(some.output, Not(HasSubstr("never reached: the stored answer")));
}

TEST(RunCommand, IsInconclusiveIfNothingWasRun) {
    const finished none = run_with(all_reached, seeds(0));
    EXPECT_EQ(none.status, inconclusive);
    EXPECT_THAT(none.output, HasSubstr("no seed was run"));
}

TEST(RunCommand, RunsUntilTheTimeIsUp) {
    const finished any = onceproof("run lost-answer --time 300ms");
    EXPECT_EQ(any.status, held) << any.output;
    const finished stated = onceproof("run lost-answer --time 300ms --seeds 1000000000");
    EXPECT_EQ(stated.status, inconclusive);
    EXPECT_THAT(stated.output, ContainsRegex("only [0-9]+ of 1000000000 seeds were run"));
}

TEST(RunCommand, TellsNondeterminismFromAViolation) {
    const finished trapped =
        run_with([](std::uint64_t) -> run_report { _exit(own_fault); }, seeds(3));
    EXPECT_EQ(trapped.status, own_fault);
    EXPECT_THAT(trapped.output, HasSubstr("nondeterminism, 3 seeds, the first is 0: "));
}

TEST(RunCommand, MakesAFreshSetOfSeedsOfARevision) {
    const std::string words = "run lost-answer --seeds 20 --json --seeds-from ";
    const finished one = onceproof(words + "96e9362");
    EXPECT_EQ(one.status, held) << one.output;
    EXPECT_EQ(lines_of(one.output)[1].at("first_seed").to_number<std::uint64_t>(),
              search::first_seed_from("96e9362"));
    EXPECT_EQ(onceproof(words + "96e9362").output, one.output);
    EXPECT_NE(onceproof(words + "50db7cf").output, one.output);
}

TEST(RunCommand, WritesOneJsonDocumentALine) {
    run_options options = seeds(100);
    options.json = true;
    const finished broken = run_with(breaks_on_some, options);
    EXPECT_EQ(broken.status, crashed);
    const std::vector<json::object> lines = lines_of(broken.output);
    ASSERT_EQ(lines.size(), 4U);
    for (const json::object& line : lines) {
        EXPECT_EQ(line.at("schema_version"), 2);
    }
    EXPECT_EQ(lines[0].at("type"), "scenario");
    EXPECT_EQ(lines[0].at("verdict"), "violated");
    EXPECT_EQ(lines[0].at("runs"), 100);
    EXPECT_EQ(lines[0].at("goals").at(0).at("runs"), 99);
    EXPECT_EQ(lines[0].at("missing").as_array().size(), 0U);
    EXPECT_EQ(json::serialize(lines[1]),
              R"({"schema_version":2,"type":"finding","scenario":"lost-answer",)"
              R"("rule":"one effect","sentence":"intent-1: 2 effects\\x1b[2J","first_seed":7,)"
              R"("seeds":10,"again":"onceproof replay lost-answer --seed 7"})");
    EXPECT_EQ(lines[2].at("rule"), "crash");
    EXPECT_EQ(json::serialize(lines[3]),
              R"({"schema_version":2,"type":"summary","held":0,"violated":1,)"
              R"("inconclusive":0,"interrupted":false})");
    options.jobs = 3;
    EXPECT_EQ(run_with(breaks_on_some, options).output, broken.output);
}

// --default-signal: whoever runs this test in the background lets it ignore interrupts.
TEST(RunCommand, ReportsWhatItHasWhenInterrupted) {
    // A second after the first line of its report, however long it takes to get there.
    const finished partial =
        run_shell("out=$(mktemp); env --default-signal=INT " ONCEPROOF_PROGRAM
                  " run lost-answer two-at-once --seeds 1000000000 >$out 2>&1 & "
                  "until grep -q regressions $out; do sleep 0.1; done; "
                  "sleep 1; kill -INT $!; wait $!; status=$?; cat $out; rm $out; exit $status");
    EXPECT_EQ(partial.status, interrupted);
    EXPECT_THAT(partial.output, ContainsRegex("lost-answer +inconclusive +[1-9][0-9]* runs"));
    EXPECT_THAT(partial.output, HasSubstr("\n    it was interrupted\n"));
    EXPECT_THAT(partial.output, HasSubstr("\n1 held, 0 violated, 1 inconclusive\n"));
}

TEST(RunCommand, ShowsProgressOnATerminalOnly) {
    const std::string words = "run lost-answer --seeds 1000000000 --time 1s >/dev/null";
    EXPECT_EQ(run_shell(ONCEPROOF_PROGRAM " " + words + " 2>&1").output, "");
    const auto on_terminal = [](const std::string& command) {
        return run_shell("TERM=xterm script -qec '" ONCEPROOF_PROGRAM " " + command +
                         "' /dev/null </dev/null")
            .output;
    };
    EXPECT_THAT(on_terminal(words),
                AllOf(ContainsRegex("\r\033\\[Klost-answer: [0-9]+ of 1000000000 runs"),
                      ::testing::EndsWith("\r\033[K")));
    EXPECT_EQ(on_terminal("run lost-answer --quiet --time 500ms >/dev/null"), "");
    EXPECT_THAT(on_terminal("run lost-answer --quiet --seeds 50"),
                AllOf(HasSubstr("runs/s"), HasSubstr("\033[32mheld")));
}

TEST(RunCommand, ColoursWhenToldTo) {
    EXPECT_THAT(onceproof("run lost-answer --seeds 20 --color always").output,
                HasSubstr("\033[32mheld        \033[0m"));
    EXPECT_THAT(onceproof("run lost-answer --seeds 20 --color never").output,
                Not(HasSubstr("\033")));
}

TEST(RunCommand, SaysWhenItCouldNotWrite) {
    for (const std::string how : {"", " --json"}) {
        const finished full = run_shell("(" ONCEPROOF_PROGRAM " run lost-answer --seeds 20" + how +
                                        " >/dev/full) 2>&1");
        EXPECT_EQ(full.status, io_error);
        EXPECT_EQ(full.output, "onceproof: standard output: No space left on device\n");
    }
}

TEST(RunCommand, AnswersWrongWordsWithOneSentence) {
    const auto expect = [](const std::string& words, const std::string& sentence) {
        const finished wrong = onceproof(words);
        EXPECT_EQ(wrong.status, usage) << words;
        EXPECT_THAT(wrong.output, ::testing::StartsWith("onceproof: " + sentence)) << words;
        EXPECT_THAT(wrong.output, ContainsRegex("^[^\n]*\n$")) << words;
    };
    expect("run lost-anwser",
           "there is no scenario 'lost-anwser', did you mean 'lost-answer'? "
           "(onceproof list scenarios shows all)\n");
    expect("run --sedes 7", "'--sedes' is not a word of this command, did you mean '--seeds'?\n");
    for (const std::string word : {"many", "-1", "010", "1e3", "18446744073709551616", "7x"}) {
        expect("run --seeds=" + word, "--seeds: '" + word + "' is not a whole number below 2^64");
        expect("run --seed=" + word, "--seed: '" + word + "' is not a whole number below 2^64");
    }
    expect("run --seeds-from ''", "--seeds-from");
    expect("run --seed 1 --seeds 2", "--seed");
    expect("run --seed 1 --time 2s", "--seed");
    expect("run --time 60", "--time");
    expect("run --time 5parsecs", "--time");
    expect("run --jobs 0", "--jobs");
    expect("run --color blue", "--color");
}

}  // namespace
}  // namespace onceproof::cli
