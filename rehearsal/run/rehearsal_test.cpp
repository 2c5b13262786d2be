// Whole rehearsals of the example of the standard library, and what holds of all of this layer.
#include "rehearsal/run/rehearsal.hpp"

#include "rehearsal/service/service_toml.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

namespace onceproof::rehearsal {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string content_of_file(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

class Rehearsals : public ::testing::Test {
protected:
    void SetUp() override {
        logs = std::filesystem::temp_directory_path() /
               ("onceproof-rehearsal-test-" + std::to_string(getpid()));
        std::filesystem::create_directories(logs);
    }
    void TearDown() override { std::filesystem::remove_all(logs); }

    // With a database file of this test's own.
    service_spec example(const std::string& name) const {
        const std::filesystem::path folder = ONCEPROOF_EXAMPLES "/stdlib-acquirer";
        service_spec s = read_service(content_of_file(folder / (name + ".toml")), folder);
        const auto file = std::ranges::find(s.process.env, "DB", &model::field::name);
        file->value = logs / (name + ".db");
        return s;
    }

    rehearsal_report rehearsed(const service_spec& s, const rehearsal_options& how) const {
        rehearsal_report report;
        stage on(s, logs);
        rehearse(s, on, how, report);
        return report;
    }

    std::filesystem::path logs;
};

TEST_F(Rehearsals, WithTheKeySentOnAllHolds) {
    const rehearsal_report r =
        rehearsed(example("good"), {.only = {"kill after", "late", "fail after", "silence"}});
    EXPECT_EQ(r.said(), search::verdict::held);
    EXPECT_THAT(r.open, IsEmpty());
    EXPECT_EQ(r.plans, 9U);
    EXPECT_THAT(r.points, ElementsAre("intent-1/attempt-1/client>api/request",
                                      "intent-1/attempt-1/api>acquirer/POST /charges",
                                      "intent-1/attempt-1/client>api/response",
                                      "intent-1/attempt-2/client>api/request",
                                      "intent-1/attempt-2/client>api/response"));
}

TEST_F(Rehearsals, WithoutItAKillAfterTheChargeChargesTwice) {
    const rehearsal_report r = rehearsed(example("bad"), {.only = {"kill after"}, .again = 3});
    EXPECT_EQ(r.said(), search::verdict::violated);
    const auto twice = std::ranges::find(r.findings, "one effect", &rehearsal_finding::rule);
    ASSERT_NE(twice, r.findings.end());
    EXPECT_EQ(twice->at.front().point, "intent-1/attempt-1/api>acquirer/POST /charges");
    EXPECT_TRUE(twice->is_planned);
    EXPECT_EQ(twice->again, 3U);
    EXPECT_EQ(twice->of, 3U);
}

TEST_F(Rehearsals, APointThatNeverComesDecidesNothing) {
    const plan stale{{"intent-1/attempt-1/api>acquirer/POST /refunds",
                      find_fault("kill after", point_place::exchange)}};
    const rehearsal_report r = rehearsed(example("good"), {.only_plan = stale});
    EXPECT_EQ(r.said(), search::verdict::inconclusive);
    EXPECT_THAT(r.open, ElementsAre(HasSubstr("POST /refunds was not reached")));
}

// Longer than the client waits: nothing is wrong with it, and nothing can be said.
TEST_F(Rehearsals, AServiceThatIsTooSlowIsNeverBlamed) {
    service_spec slow = example("good");
    slow.promised.retry.attempt_timeout = std::chrono::seconds(1);
    slow.process.command = {"python3", "-c",
                            "import time; from http.server import BaseHTTPRequestHandler as H; "
                            "r = H.handle_one_request; "
                            "H.handle_one_request = lambda s: (time.sleep(1.5), r(s)); "
                            "exec(open('service.py').read())"};
    const rehearsal_report r = rehearsed(slow, {});
    EXPECT_EQ(r.said(), search::verdict::inconclusive);
    EXPECT_THAT(r.findings, IsEmpty());
}

TEST_F(Rehearsals, AServiceThatEndsByItselfIsAFindingOfItsOwn) {
    service_spec dies = example("good");
    dies.process.command = {"python3", "-c",
                            "import os; from http.server import BaseHTTPRequestHandler as H; "
                            "H.send_response = lambda s, c: os._exit(7) if c == 502 else "
                            "(s.send_response_only(c)); exec(open('service.py').read())"};
    const rehearsal_report r = rehearsed(dies, {.only = {"error"}, .again = 1});
    ASSERT_THAT(r.findings, Contains(Field(&rehearsal_finding::is_crash, true)));
    EXPECT_THAT(r.findings.front().why, HasSubstr("ended by itself, with status 7"));
}

TEST_F(Rehearsals, AServiceThatCannotStartIsSaidSo) {
    service_spec broken = example("good");
    broken.process.command = {"python3", "-c", "raise SystemExit(5)"};
    EXPECT_THROW(stage(broken, logs), not_staged);
}

// A fault is let go by an event. What could let time decide is in one file, which only bounds.
TEST(RehearsalSources, NothingSleeps) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(ONCEPROOF_REHEARSAL)) {
        const std::string name = entry.path().filename();
        if (!entry.is_regular_file() || name.ends_with("_test.cpp") || name == "condition.hpp") {
            continue;
        }
        const std::string text = content_of_file(entry.path());
        for (const char* word : {"sleep", "steady_timer", "deadline_timer", "system_timer"}) {
            EXPECT_EQ(text.find(word), std::string::npos) << name << " has " << word;
        }
    }
}

}  // namespace
}  // namespace onceproof::rehearsal
