// What a file of a scenario says, and what is refused.
#include "scenarios/scenario_toml.hpp"

#include "base/document.hpp"
#include "designs/look_up/look_up_server.hpp"
#include "scenarios/catalogue.hpp"
#include "search/plan_file/trial_json.hpp"
#include "search/runner.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace onceproof::search {
namespace {

using namespace std::chrono_literals;

// A file with MORE before its tables.
std::string file_with(std::string_view more) {
    return fmt::format(R"(summary = "One asks."
about = ["accepted"]
{}
[workload]
servers = ["api-1"]
clients = [{{ name = "client", submissions = [{{ intent = 1 }}] }}]
)",
                       more);
}

scenarios::scenario read(std::string_view text) {
    return scenarios::read_scenario("mine", scenarios::tier::slow, text);
}

std::string refusal(std::string_view text) {
    try {
        read(text);
    } catch (const base::bad_document& bad) {
        return fmt::format("{}:{}: {}", bad.line(), bad.column(), bad.what());
    }
    return "";
}

std::string refusal_with(std::string_view more) {
    return refusal(file_with(more));
}

TEST(ScenarioToml, SaysAllThatAScenarioIs) {
    const scenarios::scenario s = read(file_with(R"(position = 7
needs = ["claims-first", "local-effect"]
subject = "waiting"
faults_stop = "3h"
settles_within = "5s"
swarm = { faults_max = 0, span = "4s", kind_is_on = "1/2" }
faults = [{ point = "intent-1/attempt-1/api-1/db open", fault = "delay", span = "1ms" }])"));
    EXPECT_EQ(s.name, "mine");
    EXPECT_EQ(s.summary, "One asks.");
    EXPECT_EQ(s.position, 7U);
    EXPECT_EQ(s.must_reach.front().name, "a request was accepted");
    EXPECT_EQ(s.usual.name(), "waiting");
    EXPECT_TRUE(s.suits(designs::reference()));
    EXPECT_FALSE(s.suits(*designs::find_subject("natural-key")));
    EXPECT_FALSE(s.suits(*designs::find_subject("look-up")));
    EXPECT_EQ(s.faults_stop, 3h);
    EXPECT_EQ(s.settles_within, 5s);
    EXPECT_EQ(s.swarm.faults_max, 0U);
    EXPECT_EQ(s.swarm.span, 4s);
    EXPECT_EQ(s.swarm.kind_is_on.denominator, 2U);
    EXPECT_EQ(s.plan.front().point, "intent-1/attempt-1/api-1/db open");
    EXPECT_EQ(s.work.clients.front().submissions.front(), scenarios::submission(1));
}

TEST(ScenarioToml, LeavesOutWhatGoesWithoutSaying) {
    const scenarios::scenario s = read(file_with(""));
    EXPECT_TRUE(s.usual == designs::implementation());
    EXPECT_TRUE(s.plan.empty());
    EXPECT_EQ(s.faults_stop, scenarios::scenario().faults_stop);
    EXPECT_EQ(s.swarm.faults_max, faults::swarm_options().faults_max);
    EXPECT_EQ(s.position, UINT64_MAX);
}

TEST(ScenarioToml, NamesAWorkloadThatIsDrawn) {
    const scenarios::scenario s =
        read("summary = \"A shop.\"\nabout = [\"replayed\"]\nworkload = \"busy-shop\"\n");
    ASSERT_NE(s.work_of, nullptr);
    EXPECT_EQ(s.work_of(7), scenarios::find("busy-shop")->work_of(7));
    EXPECT_EQ(refusal("summary = \"A shop.\"\nabout = [\"replayed\"]\nworkload = \"busy-shp\"\n"),
              "3:12: there is no drawn workload 'busy-shp', did you mean 'busy-shop'?");
}

TEST(ScenarioToml, RefusesWhatIsNoScenario) {
    EXPECT_EQ(refusal(""), "1:1: a scenario has a member 'summary', which is missing here");
    EXPECT_EQ(refusal("summary = \"No stop\""), "1:11: a summary is a sentence, with a full stop");
    EXPECT_EQ(refusal("summary = \"One.\"\nabout = []"),
              "2:9: a scenario is about 1 to 64 observations");
    EXPECT_EQ(refusal("summary = \"One.\"\nabout = [\"replaid\"]"),
              "2:10: there is no observation 'replaid', did you mean 'replayed'?");
    EXPECT_EQ(refusal("summary = \"One.\"\nabout = [\"replayed\"]"),
              "1:1: a scenario has a member 'workload', which is missing here");
}

TEST(ScenarioToml, RefusesWhatItDoesNotKnow) {
    EXPECT_EQ(refusal_with("need = []"),
              "3:1: a scenario has no member 'need', did you mean 'needs'?");
    EXPECT_EQ(refusal_with("needs = [\"claims-frist\"]"),
              "3:10: there is no need 'claims-frist', did you mean 'claims-first'?");
    EXPECT_EQ(refusal_with("needs = [\"key-store\"]"),
              "3:10: 'claim-lease', which runs it, does not meet this");
    EXPECT_EQ(refusal_with("subject = \"look-op\""),
              "3:11: there is no subject 'look-op', did you mean 'look-up'?");
    EXPECT_EQ(refusal_with("mutant = \"two-comits\""),
              "3:10: there is no mutant 'two-comits', did you mean 'two-commits'?");
    EXPECT_EQ(refusal_with("subject = \"look-up\"\nmutant = \"two-commits\""),
              "4:10: a mutant says which subject it is");
}

TEST(ScenarioToml, RefusesTimesAndPartsThatAreNone) {
    EXPECT_EQ(refusal_with("faults_stop = \"0s\""), "3:15: 'faults_stop' is more than nothing");
    EXPECT_EQ(refusal_with("settles_within = \"-1s\""),
              "3:18: 'settles_within' is more than nothing");
    for (const char* part : {"1", "0/3", "1/0", "4/3", "a/b", "1/3 "}) {
        EXPECT_EQ(refusal_with(fmt::format("swarm = {{ kind_is_on = \"{}\" }}", part)),
                  "3:24: a part is one such as \"1/3\", at most \"1/1\"");
    }
}

TEST(ScenarioToml, RefusesToLoseWhoIsNotThereOrAll) {
    EXPECT_EQ(refusal_with("lost_for_good = [\"api-2\"]"),
              "3:18: there is no process 'api-2', did you mean 'api-1'?");
    EXPECT_EQ(refusal_with("lost_for_good = [\"api-1\"]"), "3:17: one server at least is left");
}

// --- The files of this build ---

TEST(ScenarioFiles, AreAllEmbedded) {
    std::set<std::string> there;
    for (const char* folder : {"fast", "slow", "rare", "negative"}) {
        for (const auto& entry : std::filesystem::directory_iterator(
                 std::filesystem::path(ONCEPROOF_SCENARIOS) / folder)) {
            there.insert(fmt::format("{}/{}", folder, entry.path().filename().string()));
        }
    }
    std::set<std::string> embedded;
    for (const scenarios::scenario_file& f : scenarios::scenario_files()) {
        embedded.emplace(f.path);
    }
    EXPECT_EQ(there, embedded);
}

TEST(ScenarioFiles, HaveNamesAndPositionsOfTheirOwn) {
    std::set<std::string> names;
    std::set<std::uint64_t> positions;
    for (const scenarios::scenario& s : scenarios::all()) {
        EXPECT_TRUE(names.insert(s.name).second) << s.name;
        EXPECT_TRUE(s.position == UINT64_MAX || positions.insert(s.position).second) << s.name;
    }
}

TEST(ScenarioFiles, KeepWhatIsLateJustWithinBounds) {
    using bounds = designs::look_up_server<model::simulated>;
    const faults::plan& plan = scenarios::find("fast-clock")->plan;
    EXPECT_EQ(plan[0].fault.span, bounds::clock_gain_max - 1ms);
    EXPECT_EQ(plan[1].fault.span, bounds::latest_arrival - 50ms);
}

// --- A user's own ---

class OwnScenario : public ::testing::Test {
protected:
    OwnScenario() { std::filesystem::create_directories(folder_); }
    ~OwnScenario() override { std::filesystem::remove_all(folder_); }
    OwnScenario(const OwnScenario&) = delete;
    OwnScenario& operator=(const OwnScenario&) = delete;

    std::string write(const std::string& name, std::string_view text) const {
        const std::string file = (folder_ / name).string();
        std::ofstream(file) << text;
        return file;
    }
    static std::string refusal(const std::string& file) {
        try {
            scenarios::add_scenario_file(file);
        } catch (const scenarios::bad_scenario_file& bad) {
            return bad.what();
        }
        return "";
    }

private:
    const std::filesystem::path folder_ =
        std::filesystem::path(::testing::TempDir()) /
        ::testing::UnitTest::GetInstance()->current_test_info()->name();
};

std::string text_of(std::string_view path) {
    const auto files = scenarios::scenario_files();
    return std::string(std::ranges::find(files, path, &scenarios::scenario_file::path)->text);
}

TEST_F(OwnScenario, ThatIsACopyRunsTheSame) {
    const scenarios::scenario& own =
        scenarios::add_scenario_file(write("lost-reply.toml", text_of("fast/lost-answer.toml")));
    EXPECT_EQ(scenarios::find("lost-reply"), &own);
    runner copy(own);
    runner original(*scenarios::find("lost-answer"));
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        EXPECT_EQ(copy.run(seed).hash, original.run(seed).hash) << seed;
    }
}

TEST_F(OwnScenario, IsNamedInAPlanByFileAndDigest) {
    const std::string file = write("in-a-plan.toml", file_with(""));
    const scenarios::scenario& own = scenarios::add_scenario_file(file);
    EXPECT_EQ(own.digest.size(), 64U);
    const std::string plan = to_json(scenarios::trial(own));
    EXPECT_THAT(plan, ::testing::HasSubstr(fmt::format(R"("scenario": {{"file": "{}", )", file)));
    EXPECT_EQ(read_trial(plan).base, &own);
}

TEST_F(OwnScenario, IsRefusedInAPlanOnceItHasChanged) {
    const std::string file = write("changing.toml", file_with(""));
    std::string plan = to_json(scenarios::trial(scenarios::add_scenario_file(file)));
    plan.replace(plan.find("digest\": \"") + 10, 4, "0000");
    try {
        read_trial(plan);
        FAIL();
    } catch (const base::bad_document& bad) {
        EXPECT_THAT(bad.what(), ::testing::HasSubstr("is not what it was: its digest is "));
    }
}

TEST_F(OwnScenario, IsRefusedWithThePlaceOfWhatIsWrong) {
    const std::string file = write("wrong.toml", "summary = 1");
    EXPECT_EQ(refusal(file), file + ":1:11: a summary is a string");
    EXPECT_THAT(refusal(write("lost-answer.toml", file_with(""))),
                ::testing::EndsWith("there is a scenario 'lost-answer' already: give the file "
                                    "another name"));
    EXPECT_THAT(refusal(write("No.toml", file_with(""))), ::testing::HasSubstr("small letters"));
    EXPECT_EQ(refusal("/no/such.toml"), "/no/such.toml: No such file or directory");
    const std::string folder = ::testing::TempDir() + "folder";
    std::filesystem::create_directories(folder);
    EXPECT_EQ(refusal(folder), folder + ": it is a folder");
}

}  // namespace
}  // namespace onceproof::search
