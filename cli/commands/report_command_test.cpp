// `--results`, `onceproof report` and `onceproof merge` from end to end.
#include "cli/exit_status.hpp"
#include "cli/program_testing.hpp"
#include "reports/results/store.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace onceproof::cli {
namespace {

namespace json = boost::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class Report : public ::testing::Test {
protected:
    Report() { std::filesystem::create_directories(folder); }
    ~Report() override { std::filesystem::remove_all(folder); }

    std::string path(const std::string& name) const { return (folder / name).string(); }

    finished keep(const std::string& words, const std::string& name = "results.db") const {
        return onceproof(words + " --findings " + path("findings") + " --results " + path(name));
    }

    // The lines of that type.
    std::vector<json::object> told(const std::string& type,
                                   const std::string& name = "results.db") const {
        const finished all = onceproof("report " + path(name) + " --format json");
        EXPECT_EQ(all.status, held) << all.output;
        std::vector<json::object> some;
        std::istringstream lines(all.output);
        for (std::string line; std::getline(lines, line);) {
            json::object o = json::parse(line).as_object();
            if (o.at("type") == json::string_view(type)) {
                some.push_back(std::move(o));
            }
        }
        return some;
    }

    // Sends SIGNAL to a long run of HOW as soon as its file has counts of what is being run, or
    // after a minute. --default-signal: whoever runs this test in the background lets it ignore
    // interrupts.
    finished stop_a_run(const std::string& signal, const std::string& how) const {
        return run_shell(
            "env --default-signal=INT " ONCEPROOF_PROGRAM " run lost-answer " + how +
            " --quiet --results " + path("results.db") + " >" + path("out") +
            " 2>&1 & for i in $(seq 600); do " ONCEPROOF_PROGRAM " report " + path("results.db") +
            " --format json 2>&1 | grep -q '\"verdict\":null,\"runs\":[1-9]' && break; "
            "sleep 0.1; done; kill -" +
            signal + " $!; wait $! 2>/dev/null");
    }

    std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) /
                                   ("onceproof-report-" + std::to_string(getpid()));
};

TEST_F(Report, TellsOfRunsAndProofsFromOneFile) {
    const std::string words = "run same-request-twice two-at-once --seeds 20";
    const finished kept = keep(words);
    EXPECT_EQ(kept.status, held) << kept.output;
    EXPECT_EQ(kept.output, onceproof(words).output) << "what is kept changes nothing that is said";
    EXPECT_EQ(keep("prove fingerprint --runs 40 --no-shrink").status, held);

    const finished page = onceproof("report " + path("results.db"));
    EXPECT_EQ(page.status, held);
    EXPECT_THAT(page.output, AllOf(HasSubstr("# Evidence"), HasSubstr("All that was run held"),
                                   HasSubstr("records: PRIMARY KEY (tenant, operation, key)"),
                                   HasSubstr("1 intent came to 1 effect"),
                                   HasSubstr("suppresses a duplicate: replays the stored answer")));
    EXPECT_THAT(page.output, HasSubstr("`killed-before-answer` was not run"));
    EXPECT_THAT(page.output, ContainsRegex("\n\\| fingerprint \\|[^\n]*\\| proven \\|"));
    EXPECT_EQ(onceproof("report " + path("results.db")).output, page.output);

    const std::vector<json::object> runs = told("run");
    ASSERT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs[0].at("command"), json::string_view(words + " --findings " + path("findings") +
                                                       " --results " + path("results.db")));
    const std::vector<json::object> searched = told("searched");
    EXPECT_EQ(
        static_cast<std::size_t>(std::ranges::count_if(
            searched, [](const json::object& o) { return !o.at("mutant").as_string().empty(); })),
        count_mutants("fingerprint"));
}

// The command that the report prints for a quoted run has to lead to that run.
TEST_F(Report, QuotesARunThatCanRunAgain) {
    keep("run same-request-twice --seeds 30");
    const std::string page = onceproof("report " + path("results.db")).output;
    const std::size_t begin =
        page.find("`onceproof replay same") + std::string("`onceproof ").size();
    const std::string words = page.substr(begin, page.find('`', begin) - begin);
    const std::size_t hash = page.find("has the hash `") + std::string("has the hash `").size();
    EXPECT_THAT(onceproof(words).output, HasSubstr("hash " + page.substr(hash, 32)));
}

TEST_F(Report, QuotesTheRunThatIsShortestToTell) {
    keep("run two-at-once --seeds 4");
    const std::string page = onceproof("report " + path("results.db")).output;
    std::vector<std::ptrdiff_t> lines;
    for (int seed = 0; seed < 4; ++seed) {
        const std::string run =
            onceproof("replay two-at-once --seed " + std::to_string(seed)).output;
        const std::size_t begin = run.find("what happens");
        const std::string told = run.substr(begin, run.find("stops here") - begin);
        lines.push_back(std::count(told.begin(), told.end(), '\n'));
    }
    const auto shortest = std::min_element(lines.begin(), lines.end());
    EXPECT_NE(shortest, lines.begin()) << "or this shows nothing";
    EXPECT_THAT(page, HasSubstr("onceproof replay two-at-once --seed " +
                                std::to_string(shortest - lines.begin()) + " --subject"));
}

TEST_F(Report, TellsOfWhatBroke) {
    EXPECT_EQ(keep("run lost-answer --seeds 40 --without key-per-attempt").status, violated);
    const std::vector<json::object> found = told("finding");
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].at("mutant"), "key-per-attempt");
    EXPECT_THAT(json::value_to<std::string>(found[0].at("again")), HasSubstr("--plan "));
    EXPECT_THAT(json::value_to<std::string>(found[0].at("story")), HasSubstr("What goes wrong: "));
    EXPECT_THAT(onceproof("report " + path("results.db") + " --format github").output,
                ::testing::StartsWith("::error title="));
}

TEST_F(Report, IsWrittenToAFileOrNotAtAll) {
    keep("run lost-answer --seeds 20");
    const std::string words = "report " + path("results.db") + " --format html --out ";
    const finished done = onceproof(words + path("report.html"));
    EXPECT_EQ(done.status, held);
    EXPECT_EQ(done.output, "");
    std::ifstream in(path("report.html"));
    std::string first;
    std::getline(in, first);
    EXPECT_EQ(first, "<!DOCTYPE html>");
    const std::string rest{std::istreambuf_iterator<char>(in), {}};
    EXPECT_THAT(rest, ContainsRegex("as a picture</figcaption>\n<svg "));
    EXPECT_EQ(onceproof(words + path("none/report.html")).status, io_error);
}

TEST_F(Report, IsOfAPartAfterAnInterrupt) {
    EXPECT_EQ(stop_a_run("INT", "--seeds 1000000000").status, interrupted);
    EXPECT_EQ(told("run").at(0).at("status"), 130);
    EXPECT_GT(told("campaign").back().at("runs").as_int64(), 0);
    EXPECT_THAT(onceproof("report " + path("results.db")).output,
                AllOf(HasSubstr("interrupted: this is a part"), HasSubstr("it was interrupted")));
}

TEST_F(Report, OutlivesARunThatIsKilled) {
    stop_a_run("KILL", "--seeds 1000000000");
    EXPECT_TRUE(told("run").at(0).at("ended").is_null());
    EXPECT_GT(told("campaign").back().at("runs").as_int64(), 0) << "counts are kept while it runs";
    EXPECT_TRUE(told("campaign").back().at("verdict").is_null());
}

TEST_F(Report, OutlivesASearchThatIsKilled) {
    stop_a_run("KILL", "--faults 3");
    EXPECT_TRUE(told("run").at(0).at("ended").is_null());
    const json::object campaign = told("campaign").back();
    EXPECT_TRUE(campaign.at("verdict").is_null());
    EXPECT_GT(campaign.at("runs").as_int64(), 0);
    EXPECT_EQ(campaign.at("faults_max"), 3);
    EXPECT_GT(campaign.at("parts_done").as_int64(), 0);
    EXPECT_LT(campaign.at("parts_done").as_int64(), campaign.at("parts").as_int64());
    EXPECT_THAT(onceproof("report " + path("results.db")).output,
                ContainsRegex("In [1-9][0-9]* runs?, the answer was lost after the effect"));
}

TEST_F(Report, IsOfTheFileThatTheEnvironmentNames) {
    const std::string in = "ONCEPROOF_RESULTS=" + path("results.db") + " " ONCEPROOF_PROGRAM " ";
    EXPECT_EQ(run_shell(in + "run lost-answer --seeds 20 2>&1").status, held);
    EXPECT_THAT(run_shell(in + "report 2>&1").output, HasSubstr("# Evidence"));
    EXPECT_EQ(onceproof("report").status, usage) << "and else has to be named";
}

TEST_F(Report, AnswersABadFileWithOneSentence) {
    const auto expect = [&](const std::string& words, exit_status status,
                            const std::string& sentence) {
        const finished wrong = onceproof(words);
        EXPECT_EQ(wrong.status, status) << words;
        EXPECT_EQ(wrong.output, "onceproof: " + sentence + "\n") << words;
    };
    const std::string none = path("none.db");
    expect("report " + none, no_such_file, none + ": there is no such file");
    const std::string letter = path("letter.db");
    std::ofstream(letter) << "This is a letter and no database, but as long as one could be.\n";
    expect("report " + letter, bad_file, letter + ": it is no results file");
    expect("run lost-answer --seeds 1 --results " + letter, bad_file,
           letter + ": it is no results file");
    expect("run lost-answer --seeds 1 --results /dev/null/r.db", io_error,
           "/dev/null/r.db: unable to open database file");
    EXPECT_EQ(onceproof("report " + letter + " --format pdf").status, usage);
}

TEST_F(Report, JoinsShardsAndTellsWhatIsMissingOrThereTwice) {
    keep("run lost-answer --faults 1 --shard 1/2", "1.db");
    keep("run lost-answer --faults 1 --shard 2/2", "2.db");
    const auto merge = [&](const std::string& names, const std::string& out) {
        std::string words = "merge";
        std::istringstream in(names);
        for (std::string name; in >> name;) {
            words += ' ' + path(name);
        }
        return onceproof(words + " --out " + path(out));
    };
    const finished all = merge("1.db 2.db", "all.db");
    EXPECT_EQ(all.status, held) << all.output;
    EXPECT_EQ(all.output, path("all.db") + ": 2 runs of 2 files\n");
    EXPECT_EQ(told("campaign", "all.db").size(), 2U);
    const finished two = merge("1.db 1.db", "two.db");
    EXPECT_EQ(two.status, inconclusive);
    EXPECT_EQ(two.output,
              "gap: lost-answer by claim-lease, up to 1 fault: shard 2 of 2 missing\n"
              "overlap: lost-answer by claim-lease, up to 1 fault: shard 1 of 2 run more than "
              "once\n" +
                  path("two.db") + ": 2 runs of 2 files\n");
    EXPECT_EQ(merge("1.db 2.db", "all.db").status, usage) << "never written over";
    reports::store(path("2.db"), reports::store::mode::existing)
        .execute("UPDATE builds SET commit_id = 'other'");
    const finished mixed = merge("1.db 2.db", "mixed.db");
    EXPECT_EQ(mixed.status, bad_file);
    EXPECT_THAT(mixed.output, ContainsRegex("^onceproof: .*1.db is by .*, but .* \\(other\\), "));
    EXPECT_FALSE(std::filesystem::exists(path("mixed.db")));
}

}  // namespace
}  // namespace onceproof::cli
