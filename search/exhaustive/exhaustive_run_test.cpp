// A run of exhaustive searches judges each, makes small what broke, and goes on where an earlier
// one has stopped.
#include "search/exhaustive/exhaustive_run.hpp"

#include "base/files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace onceproof::search {
namespace {

using ::testing::ElementsAre;

const scenarios::scenario& lost_answer() {
    return *scenarios::find("lost-answer");
}

candidate candidate_of(const scenarios::scenario& s, const designs::implementation& by) {
    return {&s, run_with(s, by), by};
}

// What is told of a run, and the last judgement.
class listener {
public:
    exhaustive_listener campaign_listener() {
        exhaustive_listener all;
        all.on_begin = [this](const candidate& c) { told.push_back("begin " + c.scenario->name); };
        all.on_seen = [](const candidate&, const certificate&) {};
        all.on_broken = [this](const candidate&, const finding& f) { broken.push_back(f.rule); };
        all.on_certified = [this](const candidate&, const certified& c) {
            told.emplace_back(to_text(c.result));
            last = c;
        };
        all.on_progress = [](const candidate&, const progress&) {};
        return all;
    }

    std::vector<std::string> told;
    std::vector<std::string> broken;
    certified last;
};

class ExhaustiveRun : public ::testing::Test {
protected:
    gate_end run(const candidate& c) {
        return run_exhaustively({&c, 1}, options, heard.campaign_listener());
    }

    void SetUp() override { std::filesystem::remove(file); }
    void TearDown() override { std::filesystem::remove(file); }

    listener heard;
    exhaustive_run_options options;
    std::string file = ::testing::TempDir() + "/search-" + std::to_string(getpid()) + ".json";
};

TEST_F(ExhaustiveRun, JudgesEachScenario) {
    const scenarios::scenario& other = *scenarios::find("same-request-twice");
    const std::vector<candidate> two{candidate_of(lost_answer(), lost_answer().usual),
                                     candidate_of(other, other.usual)};
    const gate_end end = run_exhaustively(two, options, heard.campaign_listener());
    EXPECT_THAT(heard.told, ElementsAre("begin lost-answer", "held", "begin same-request-twice",
                                        ::testing::AnyOf("held", "inconclusive")));
    EXPECT_FALSE(end.interrupted);
    EXPECT_EQ(end.counts.count(verdict::violated), 0U);
}

TEST_F(ExhaustiveRun, MakesSmallWhatBroke) {
    const candidate c = candidate_of(
        lost_answer(), designs::implementation(*designs::find_mutant("key-per-attempt")));
    options.search.plans_max = 200;
    const gate_end end = run(c);
    EXPECT_EQ(end.counts.count(verdict::violated), 1U);
    ASSERT_FALSE(heard.last.seen.found.empty());
    EXPECT_FALSE(heard.last.seen.found[0].story.empty());
    EXPECT_THAT(heard.broken, ::testing::Contains(heard.last.seen.found[0].rule));
    options.shrinks = false;
    run(c);
    EXPECT_TRUE(heard.last.seen.found.at(0).story.empty());
}

TEST_F(ExhaustiveRun, GoesOnWhereAnEarlierOneHasStopped) {
    const candidate c = candidate_of(lost_answer(), lost_answer().usual);
    run(c);
    const certificate whole = heard.last.seen;
    options.resume = file;
    options.search.plans_max = 40;
    run(c);
    EXPECT_EQ(heard.last.result, verdict::inconclusive);
    EXPECT_LT(heard.last.seen.parts_done, whole.parts);
    options.search.plans_max = UINT64_MAX;
    run(c);
    EXPECT_EQ(heard.last.result, verdict::held);
    EXPECT_EQ(heard.last.seen.parts_done, whole.parts);
    EXPECT_EQ(heard.last.seen.counts, whole.counts);
    EXPECT_EQ(heard.last.seen.behaviours, whole.behaviours);
}

TEST_F(ExhaustiveRun, DoesNotGoOnFromAnotherSearch) {
    options.resume = file;
    options.search.plans_max = 1;
    run(candidate_of(lost_answer(), lost_answer().usual));
    options.search.faults_max = 2;
    try {
        run(candidate_of(lost_answer(), lost_answer().usual));
        FAIL() << "that was another search";
    } catch (const bad_certificate& why) {
        EXPECT_EQ(why.what(), file + ": it is the state of another search");
    }
    base::write_file(file, "something else");
    EXPECT_THROW(run(candidate_of(lost_answer(), lost_answer().usual)), bad_certificate);
}

}  // namespace
}  // namespace onceproof::search
