// What is kept survives: other writers, the death of who wrote it, and newer versions of the file.
#include "reports/results/results.hpp"

#include "reports/catalogue.hpp"
#include "reports/evidence_testing.hpp"
#include "reports/formats/ci_formats.hpp"
#include "reports/results/results_schema.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

namespace onceproof::reports {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Results : public ::testing::Test {
protected:
    Results() {
        std::filesystem::remove_all(folder);
        std::filesystem::create_directories(folder);
    }
    ~Results() override { std::filesystem::remove_all(folder); }

    // What opening FILE says is wrong.
    static store_error failure_with(const std::string& name, store::mode how) {
        try {
            results(name, how).read();
        } catch (const store_error& e) {
            return e;
        }
        return {store_failure::io, "nothing is wrong"};
    }

    std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) /
                                   ("onceproof-results-" + std::to_string(getpid()));
    std::string file = (folder / "results.db").string();
};

TEST_F(Results, KeepEverything) {
    results(file).add(sample_evidence());
    EXPECT_EQ(to_json_lines(results(file, store::mode::existing).read()),
              to_json_lines(sample_evidence()));
}

TEST_F(Results, KeepASearchAroundDeadlines) {
    evidence e = sample_evidence();
    e.runs[0].campaigns[3].search->faults_max.reset();
    results(file).add(e);
    const evidence seen = results(file, store::mode::existing).read();
    EXPECT_THAT(to_json_lines(seen), HasSubstr("\"faults_max\":null"));
    EXPECT_THAT(to_junit(seen), HasSubstr("two-at-once by claim-lease, around deadlines, shard 1"));
}

TEST_F(Results, KeepWhatACommandSeesAsItSeesIt) {
    results in(file);
    const evidence sample = sample_evidence();
    const std::int64_t run = in.begin(sample.made_by, sample.contents, "run");
    campaign_entry begun = sample_campaign("lost-answer", 1000);
    begun.among = "with disk faults, only power cut";
    const std::int64_t campaign = in.begin(run, begun);
    in.count(campaign, 64);
    finding_entry late = sample_finding();
    late.first_seed = 20;
    in.found(campaign, late);
    in.found(campaign, sample_finding());
    in.found(campaign, late);

    // Another reads it meanwhile.
    evidence seen = results(file, store::mode::existing).read();
    ASSERT_EQ(seen.runs.size(), 1U);
    EXPECT_EQ(seen.runs[0].ended, "");
    ASSERT_EQ(seen.runs[0].campaigns.size(), 1U);
    EXPECT_EQ(seen.runs[0].campaigns[0].runs, 64U);
    EXPECT_FALSE(seen.runs[0].campaigns[0].verdict);
    EXPECT_EQ(seen.runs[0].campaigns[0].among, "with disk faults, only power cut");
    ASSERT_EQ(seen.runs[0].campaigns[0].findings.size(), 1U);
    EXPECT_EQ(seen.runs[0].campaigns[0].findings[0].first_seed, 7U) << "the first seed counts";

    in.finish(campaign, begun);
    in.end(run, 1);
    seen = in.read();
    EXPECT_EQ(seen.runs[0].campaigns[0].verdict, search::verdict::held);
    EXPECT_TRUE(seen.runs[0].campaigns[0].findings.empty())
        << "what is known in the end replaces it";
    EXPECT_THAT(seen.runs[0].ended, ::testing::MatchesRegex("20..-..-..T..:..:..Z"));
}

TEST_F(Results, OutliveWhoWroteThem) {
    const pid_t writer = fork();
    if (writer == 0) {
        results in(file);
        const std::int64_t run = in.begin(sample_evidence().made_by, sample_catalogue(), "run");
        const std::int64_t campaign = in.begin(run, sample_campaign("lost-answer", 1000));
        in.found(campaign, sample_finding());
        std::raise(SIGKILL);
    }
    int status = 0;
    waitpid(writer, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
    const evidence seen = results(file, store::mode::existing).read();
    EXPECT_EQ(seen.runs.at(0).campaigns.at(0).findings.at(0).rule, "one effect");
}

TEST_F(Results, TakeSeveralWritersAtOnce) {
    constexpr int writers = 3;
    constexpr int runs = 10;
    for (int i = 0; i < writers; ++i) {
        if (fork() == 0) {
            results in(file);
            for (int n = 0; n < runs; ++n) {
                in.end(in.begin(sample_evidence().made_by, sample_catalogue(), "run"), 0);
            }
            _exit(0);
        }
    }
    for (int i = 0; i < writers; ++i) {
        int status = 0;
        wait(&status);
        EXPECT_EQ(status, 0);
    }
    const evidence seen = results(file, store::mode::existing).read();
    EXPECT_EQ(seen.runs.size(), static_cast<std::size_t>(writers * runs));
    EXPECT_EQ(seen.contents.mutants.size(), sample_catalogue().mutants.size());
}

TEST_F(Results, AreReadOfTheLastBuildAlone) {
    evidence other = sample_evidence();
    other.made_by.commit = "older";
    results in(file);
    in.add(other);
    in.add(sample_evidence());
    EXPECT_EQ(in.read().made_by.commit, "abc123");
    EXPECT_EQ(in.read().runs.size(), 2U);
    EXPECT_EQ(in.read().left_out, 2U);
}

TEST_F(Results, SayInOneSentenceWhatIsWrongWithTheFile) {
    const auto expect = [&](const std::string& name, store::mode how, store_failure what,
                            const std::string& sentence) {
        const store_error seen = failure_with(name, how);
        EXPECT_EQ(seen.what_is, what) << seen.what();
        EXPECT_EQ(seen.what(), name + ": " + sentence);
    };
    using enum store_failure;
    expect(file, store::mode::existing, missing, "there is no such file");
    expect(folder.string(), store::mode::create, io, "it is a folder");
    expect("/dev/null/results.db", store::mode::create, io, "unable to open database file");
    std::ofstream(file) << "This is a letter and no database, but as long as one could be.\n";
    expect(file, store::mode::create, bad, "it is no results file");
    const std::string foreign = (folder / "foreign.db").string();
    store(foreign, store::mode::create).execute("CREATE TABLE t(x)");
    expect(foreign, store::mode::create, bad, "it is no results file of onceproof");
    const std::string newer = (folder / "newer.db").string();
    results(newer, store::mode::create);
    expect(newer, store::mode::create, bad, "it holds no run yet");
    store(newer, store::mode::create).execute("PRAGMA user_version = 999");
    expect(newer, store::mode::create, bad,
           "a newer onceproof wrote it: its schema is 999, and " +
               std::to_string(schema_steps().size()) + " is known here");
}

TEST(ResultsSchema, IsBroughtUpToDateStepByStep) {
    store in("", store::mode::memory);
    constexpr std::array steps{"CREATE TABLE t(a)", "ALTER TABLE t ADD COLUMN b DEFAULT 7"};
    migrate(in, std::span(steps).first(1));
    in.execute("INSERT INTO t VALUES(1)");
    migrate(in, steps);
    EXPECT_EQ(in.integer("SELECT b FROM t"), 7) << "what was there stays";
    EXPECT_EQ(in.integer("PRAGMA user_version"), 2);
    migrate(in, steps);
}

TEST(ResultsSchema, IsBroughtUpToDateAsAWholeOrNotAtAll) {
    store in("", store::mode::memory);
    constexpr std::array steps{"CREATE TABLE t(a)", "CREATE TABLE t(b)"};
    EXPECT_THROW(migrate(in, steps), store_error);
    EXPECT_EQ(in.integer("SELECT count(*) FROM sqlite_schema"), 0);
    EXPECT_EQ(in.integer("PRAGMA user_version"), 0);
}

TEST(Catalogue, TellsWhatTheDatabaseKeepsUnique) {
    EXPECT_THAT(constraints_of("CREATE TABLE a(id INTEGER PRIMARY KEY, x, y);"
                               "CREATE UNIQUE INDEX once ON a(y, x);"
                               "CREATE TABLE b(x, y, PRIMARY KEY(x, y)) WITHOUT ROWID;"),
                ElementsAre("a: UNIQUE (y, x)", "b: PRIMARY KEY (x, y)"));
    EXPECT_THROW(constraints_of("nonsense"), store_error);
}

TEST(Catalogue, HasAllThatThereIsToRun) {
    const catalogue c = catalogue_of_this_build();
    EXPECT_FALSE(c.scenarios.empty());
    for (const scenario_entry& s : c.scenarios) {
        EXPECT_FALSE(s.goals.empty()) << s.name;
    }
    for (const subject_entry& s : c.subjects) {
        EXPECT_NE(s.arbiter, "") << s.name;
        EXPECT_NE(s.keeps_key_in, "") << s.name;
        EXPECT_FALSE(s.constraints.empty()) << s.name;
    }
    for (const mutant_entry& m : c.mutants) {
        EXPECT_TRUE(std::any_of(c.guards.begin(), c.guards.end(),
                                [&](const named_words& g) { return g.name == m.guard; }));
    }
}

}  // namespace
}  // namespace onceproof::reports
