// What a campaign sees does not depend on its workers, whatever the code under test does to them.
// The code under test is a function here.
#include "search/workers/campaign.hpp"

#include "sim/hash.hpp"
#include "sim/world.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace onceproof::search {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

void hang_for_ever() {
    for (const volatile bool still = true; still;) {
    }
}

[[noreturn]] void crash() {
    std::signal(SIGSEGV, SIG_DFL);  // sanitizers have a handler of their own
    std::raise(SIGSEGV);
    _exit(0);
}

run_report plain_job(std::uint64_t seed) {
    run_report r;
    r.seed = seed;
    r.hash = {sim::scramble(seed), sim::mix(1, seed)};
    r.goals = seed % 3 == 0 ? 1 : 0;
    if (seed % 4 == 0) {
        r.not_judged = {model::rule::machinery};
    }
    return r;
}

// Makes the run of a seed.
using run_function = std::function<run_report(std::uint64_t seed)>;

job_function_factory running(run_function run) {
    return [run = std::move(run)]() -> job_function {
        return [run](const job& j) { return outcome_of(run(std::get<run_seed>(j).seed)); };
    };
}

tally search(const run_function& run, seed_range seeds, unsigned jobs = 2,
             std::optional<std::chrono::nanoseconds> time = {}) {
    campaign_options options;
    options.jobs = jobs;
    options.patience = 100ms;
    options.patience_with_job = 600ms;
    campaign c(options);
    return c.run_seeds(running(run), seeds, {}, time);
}

// Nothing is left of a campaign: no process, no zombie.
void expect_no_children() {
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
}

void expect_finding(const finding& f, std::string_view rule, std::uint64_t first_seed,
                    std::uint64_t seeds, const std::string& sentence) {
    EXPECT_EQ(f.rule, rule);
    EXPECT_EQ(f.seed, first_seed);
    EXPECT_EQ(f.times, seeds);
    EXPECT_THAT(in_words(f), HasSubstr(sentence));
}

TEST(Campaign, RunsEachSeedOnce) {
    const tally t = search(plain_job, {100, 1000});
    EXPECT_EQ(t.runs, 1000U);
    EXPECT_EQ(t.goals[0], 333U);
    EXPECT_EQ(t.goals[1], 0U);
    EXPECT_EQ(t.not_judged[static_cast<std::size_t>(model::rule::machinery)], 250U);
    EXPECT_EQ(t.not_judged[static_cast<std::size_t>(model::rule::one_effect)], 0U);
    EXPECT_TRUE(t.findings.empty());
    EXPECT_FALSE(t.interrupted);
    sim::trace_hash expected{};
    for (std::uint64_t seed = 100; seed < 1100; ++seed) {
        expected = {sim::mix(expected.high, plain_job(seed).hash.high),
                    sim::mix(expected.low, plain_job(seed).hash.low)};
    }
    EXPECT_EQ(t.hash, expected) << "in the order of the seeds";
    expect_no_children();
}

TEST(Campaign, GoesOnFromZeroAfterTheGreatestSeed) {
    const tally t = search(
        [](std::uint64_t seed) {
            run_report r = plain_job(seed);
            r.failure = seed == 1 ? "livelock" : "";
            return r;
        },
        {UINT64_MAX - 4, 10});
    EXPECT_EQ(t.runs, 10U);
    ASSERT_EQ(t.findings.size(), 1U);
    expect_finding(t.findings[0], "livelock", 1, 1, "livelock");
}

TEST(Campaign, RunsNothingIfThereIsNothingToRun) {
    EXPECT_EQ(search(plain_job, {0, 0}).runs, 0U);
    EXPECT_EQ(search(plain_job, {0, 1}, 5).runs, 1U);
}

TEST(Campaign, GroupsFindingsByRule) {
    const tally t = search(
        [](std::uint64_t seed) {
            run_report r = plain_job(seed);
            if (seed % 10 == 7) {
                const std::string why = "seed " + std::to_string(seed);
                r.violations = {{model::rule::one_effect, 1, why},
                                {model::rule::one_effect, 2, "the same rule once more"},
                                {model::rule::settles, 0, why}};
            }
            if (seed % 50 == 3) {
                r.failure = "livelock: at step " + std::to_string(seed);
            }
            return r;
        },
        {0, 100});
    ASSERT_EQ(t.findings.size(), 3U);
    expect_finding(t.findings[0], "livelock", 3, 2, "livelock: at step 3");
    expect_finding(t.findings[1], to_text(model::rule::one_effect), 7, 10, "intent-1: seed 7");
    expect_finding(t.findings[2], to_text(model::rule::settles), 7, 10, "seed 7");
}

// Whoever keeps findings must not lose one because a run before it takes long.
TEST(Campaign, TellsAtOnceOfWhatBroke) {
    campaign_options options;
    options.jobs = 2;
    std::vector<std::uint64_t> told;
    bool was_counted_first = false;
    campaign_listener who;
    who.on_broken = [&](std::uint64_t seed, const finding& f) {
        EXPECT_EQ(f.rule, "livelock");
        told.push_back(seed);
    };
    who.on_outcome = [&](std::uint64_t seed, const outcome&) {
        was_counted_first = was_counted_first || (seed == 0 && told.empty());
        return true;
    };
    campaign c(options);
    const run_function run = [](std::uint64_t seed) {
        if (seed == 0) {
            poll(nullptr, 0, 100);
        }
        run_report r = plain_job(seed);
        r.failure = seed == 60 ? "livelock" : "";
        return r;
    };
    EXPECT_EQ(c.run_seeds(running(run), {0, 64}, who).findings.size(), 1U);
    EXPECT_EQ(told, std::vector<std::uint64_t>{60});
    EXPECT_FALSE(was_counted_first);
}

TEST(Campaign, CutsASentenceThatIsTooLong) {
    const tally t = search(
        [](std::uint64_t seed) {
            run_report r = plain_job(seed);
            r.violations = {{model::rule::one_effect, 1, std::string(100'000, 'x')}};
            return r;
        },
        {0, 200});
    ASSERT_EQ(t.findings.size(), 1U);
    EXPECT_EQ(t.findings[0].times, 200U);
    EXPECT_THAT(in_words(t.findings[0]), ::testing::StartsWith("intent-1: xxxxxx"));
    EXPECT_LT(t.findings[0].sentence.size(), 500U);
}

// Some hold, some break a rule, some crash, some end the process, one never returns.
run_report failed(std::uint64_t seed) {
    run_report r = plain_job(seed);
    if (seed % 100 == 41 || seed % 100 == 42) {
        crash();
    }
    if (seed == 63) {
        _exit(0);
    }
    if (seed == 128) {
        _exit(70);
    }
    if (seed == 77) {
        sim::world w({.seed = seed});
        w.after(1ms, &hang_for_ever);
        w.run();
    }
    if (seed % 30 == 5) {
        r.violations = {{model::rule::one_effect, 1, "twice"}};
    }
    return r;
}

TEST(Campaign, GoesOnAfterACrashAndAHang) {
    const tally t = search(failed, {0, 1000});
    EXPECT_EQ(t.runs, 1000U);
    EXPECT_EQ(t.hangs, 1U);
    ASSERT_EQ(t.findings.size(), 4U);
    expect_finding(t.findings[0], to_text(model::rule::one_effect), 5, 34, "twice");
    expect_finding(t.findings[1], crash_rule, 41, 21, "killed by SIGSEGV");
    expect_finding(t.findings[2], hang_rule, 77, 1,
                   "the scenario's own script has not returned from step 1 at 1.000000 ms for "
                   "100 ms of real time");
    expect_finding(t.findings[3], nondeterminism_rule, 128, 1, "the real world");
    expect_no_children();
}

TEST(Campaign, SeesTheSameWithAnyNumberOfWorkers) {
    const tally one = search(failed, {0, 1000}, 1);
    for (const unsigned jobs : {2U, 5U}) {
        const tally more = search(failed, {0, 1000}, jobs);
        EXPECT_EQ(more.hash, one.hash);
        EXPECT_EQ(more.runs, one.runs);
        EXPECT_EQ(more.goals, one.goals);
        ASSERT_EQ(more.findings.size(), one.findings.size());
        for (std::size_t i = 0; i < one.findings.size(); ++i) {
            const finding& f = one.findings[i];
            expect_finding(more.findings[i], f.rule, *f.seed, f.times, in_words(f));
        }
    }
}

TEST(Campaign, SaysThatTheProcessEndedItself) {
    const tally t = search([](std::uint64_t) -> run_report { _exit(3); }, {9, 1});
    ASSERT_EQ(t.findings.size(), 1U);
    expect_finding(t.findings[0], crash_rule, 9, 1, "ended itself with status 3");
}

TEST(Campaign, BlamesTheFirstSeedIfAWorkerCannotBegin) {
    campaign_options options;
    campaign c(options);
    const tally t = c.run_seeds([]() -> job_function { crash(); }, {0, 3});
    ASSERT_EQ(t.findings.size(), 1U);
    expect_finding(t.findings[0], crash_rule, 0, 3, "SIGSEGV");
}

// Outside of any step the watchdog sees nothing.
TEST(Campaign, EndsARunThatHangsBetweenSteps) {
    const tally t = search(
        [](std::uint64_t seed) {
            if (seed == 3) {
                hang_for_ever();
            }
            return plain_job(seed);
        },
        {0, 10});
    EXPECT_EQ(t.runs, 10U);
    ASSERT_EQ(t.findings.size(), 1U);
    expect_finding(t.findings[0], hang_rule, 3, 1, "the run has not ended in time");
}

TEST(Campaign, HasEnoughAfterSomeHangs) {
    const auto hangs = [](std::uint64_t seed) {
        if (seed % 2 == 1) {
            sim::world w({.seed = seed});
            w.after(1ms, &hang_for_ever);
            w.run();
        }
        return plain_job(seed);
    };
    campaign_options options;
    options.patience = 40ms;
    options.hangs_max = 3;
    sim::trace_hash hash{};
    for (const unsigned jobs : {1U, 3U}) {
        options.jobs = jobs;
        campaign c(options);
        const tally t = c.run_seeds(running(hangs), {0, 2000});
        EXPECT_EQ(t.runs, 6U) << "up to the third hang, in the order of the seeds";
        EXPECT_EQ(t.hangs, 3U);
        EXPECT_LT(t.elapsed, 10s) << "the other hangs are not waited for";
        EXPECT_TRUE(jobs == 1 || t.hash == hash);
        hash = t.hash;
    }
    expect_no_children();
}

TEST(Campaign, StopsWhenTheTimeIsUp) {
    const tally t = search(plain_job, {0, UINT64_MAX}, 2, 200ms);
    EXPECT_GT(t.runs, 100U);
    EXPECT_GE(t.elapsed, 200ms);
    EXPECT_LT(t.elapsed, 10s);
    EXPECT_EQ(search(plain_job, {0, t.runs}, 1).hash, t.hash) << "no gaps";
}

TEST(Campaign, TellsHowFarItIs) {
    campaign_listener who;
    std::uint64_t last = 0;
    who.on_progress = [&](const progress& p) {
        EXPECT_GE(p.jobs, last);
        EXPECT_EQ(p.total, UINT64_MAX);
        EXPECT_FALSE(p.left());
        last = p.jobs;
    };
    campaign c({});
    EXPECT_GE(c.run_seeds(running(plain_job), {0, UINT64_MAX}, who, 500ms).runs, last);
    EXPECT_GT(last, 0U);
}

TEST(Campaign, EstimatesWhatIsLeft) {
    EXPECT_EQ((progress{10, 40, 5s}.left()), 15s);
    EXPECT_FALSE((progress{10, 40, 1s}.left())) << "too early";
    EXPECT_FALSE((progress{0, 40, 5s}.left()));
}

TEST(Campaign, StopsWhenInterrupted) {
    campaign_options options;
    options.jobs = 2;
    campaign_listener who;
    who.on_progress = [](const progress& p) {
        if (p.jobs > 2000) {
            std::raise(SIGINT);
        }
    };
    {
        campaign c(options);
        const tally t = c.run_seeds(running([](std::uint64_t seed) {
                                        if (seed == 1000) {
                                            hang_for_ever();
                                        }
                                        run_report r = plain_job(seed);
                                        r.failure = seed > 1010 ? "late" : "";
                                        return r;
                                    }),
                                    {0, UINT64_MAX}, who);
        EXPECT_TRUE(t.interrupted);
        EXPECT_TRUE(c.interrupted());
        EXPECT_GT(t.runs, 1000U);
        ASSERT_EQ(t.findings.size(), 1U) << "what lies behind a gap is a finding too";
        EXPECT_EQ(t.findings[0].rule, "late");
    }
    expect_no_children();
    EXPECT_FALSE(campaign(options).interrupted()) << "the next begins anew";
}

// The worker tells its process id before it loops for ever; its parent is then killed.
TEST(Campaign, LeavesNoWorkerBehindWhenItIsKilled) {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    const pid_t parent = fork();
    if (parent == 0) {
        close(ends[0]);
        campaign c({});
        c.run_seeds(running([&](std::uint64_t seed) {
                        const pid_t me = getpid();
                        static_cast<void>(!write(ends[1], &me, sizeof me));
                        hang_for_ever();
                        return plain_job(seed);
                    }),
                    {0, 1});
        _exit(0);
    }
    close(ends[1]);
    pid_t orphan = 0;
    ASSERT_EQ(read(ends[0], &orphan, sizeof orphan), static_cast<ssize_t>(sizeof orphan));
    kill(parent, SIGKILL);
    waitpid(parent, nullptr, 0);
    char none = 0;
    EXPECT_EQ(read(ends[0], &none, 1), 0) << "the pipe ends when its last writer has died";
    close(ends[0]);
}

// Plans of users may be long, and there may be many of them.
TEST(Campaign, DoesJobsOfAnySize) {
    scenarios::trial plan(*scenarios::find("lost-answer"));
    for (int i = 1; i <= 200; ++i) {
        plan.faults.emplace_back(fmt::format("intent-1/attempt-{}/api-1>client/response", i),
                                 faults::fault_spec(faults::fault_kind::silence));
    }
    const job_function_factory names = []() -> job_function {
        return [](const job& j) -> outcome {
            return {{}, plan_result{std::get<run_plan>(j).trial.faults.back().point}};
        };
    };
    std::uint64_t whole = 0;
    campaign_listener who;
    who.on_outcome = [&](std::uint64_t, const outcome& o) {
        whole += std::get<plan_result>(o.result).unmet == plan.faults.back().point ? 1 : 0;
        return true;
    };
    campaign c({});
    EXPECT_EQ(c.run(names, {1000, [&](std::uint64_t) { return run_plan{plan}; }}, who).jobs, 1000U);
    EXPECT_EQ(whole, 1000U);
}

TEST(Campaign, SaysThatAnOutcomeWasTooLarge) {
    const job_function_factory talks = []() -> job_function {
        return [](const job&) -> outcome {
            return {{{"a rule", 1, "twice"}}, plan_result{std::string(100'000, 'x')}};
        };
    };
    outcome heard;
    campaign_listener who;
    who.on_outcome = [&](std::uint64_t, const outcome& o) {
        heard = o;
        return true;
    };
    campaign c({});
    c.run(talks, job_list({run_seed{7}}), who);
    EXPECT_EQ(heard, (outcome{{{"a rule", 1, "twice"}}, {}})) << "what broke arrives";
}

TEST(Campaign, BeginsWhereARevisionSays) {
    const std::uint64_t first = first_seed_from("96e9362");
    EXPECT_EQ(first, first_seed_from("96e9362"));
    EXPECT_NE(first, first_seed_from("96e9363"));
    EXPECT_LT(first, std::uint64_t{1} << 48U);
    EXPECT_EQ(first_seed_from("onceproof"), sim::hash_text("onceproof") >> 16U);
}

}  // namespace
}  // namespace onceproof::search
