// Each scenario holds for the reference implementation and reaches what it is about; its mutant is
// caught; and no step is a bad one to die at.
#include "scenarios/catalogue.hpp"
#include "search/runner.hpp"
#include "sim/host.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <string>

namespace onceproof::search {
namespace {

using namespace std::chrono_literals;

std::string explain(const run_report& r) {
    std::string text = "seed " + std::to_string(r.seed) + ": " + r.failure;
    for (const model::violation& v : r.violations) {
        text += " intent " + std::to_string(v.intent) + ": " + v.why + ';';
    }
    return text;
}

// How much of a tier is run here.
struct effort {
    std::uint64_t seeds;
    std::uint64_t fresh_seeds;
    std::uint64_t deaths;  // at so many steps of a run, about; 0: at each
};

effort effort_for(scenarios::tier t) {
    return t == scenarios::tier::fast   ? effort{300, 50, 0}
           : t == scenarios::tier::slow ? effort{50, 10, 25}
                                        : effort{20, 5, 10};
}

class EachScenario : public ::testing::TestWithParam<std::size_t> {
protected:
    const scenarios::scenario& it() const { return scenarios::all()[GetParam()]; }
    effort how() const { return effort_for(it().in); }
};

INSTANTIATE_TEST_SUITE_P(All, EachScenario,
                         ::testing::Range<std::size_t>(0, scenarios::all().size()),
                         [](const auto& which) {
                             std::string name(scenarios::all()[which.param].name);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST_P(EachScenario, HoldsAndReachesWhatItIsAbout) {
    runner p(it());
    std::uint64_t reached = 0;
    for (std::uint64_t seed = 0; seed < how().seeds; ++seed) {
        const run_report r = p.run(seed);
        ASSERT_FALSE(r.broke()) << explain(r);
        reached |= r.goals;
    }
    EXPECT_EQ(reached, (std::uint64_t{1} << it().must_reach.size()) - 1);
    EXPECT_EQ(it().summary.back(), '.') << "a summary is a sentence";
}

TEST_P(EachScenario, ARunDoesNotDependOnThoseBeforeIt) {
    runner kept(it());
    for (std::uint64_t seed = 0; seed < how().fresh_seeds; ++seed) {
        runner_options text;
        text.keep_trace = seed % 2 == 0;
        runner fresh(it());
        EXPECT_EQ(kept.run(seed, text).hash, fresh.run(seed).hash) << "seed " << seed;
    }
}

// At step after step the server, or the client, dies by a kill or by a power-off, and starts
// again. The oracle's rules hold all the same.
TEST_P(EachScenario, SurvivesDeathAtEveryStep) {
    if (!it().usual.design->exactly_once) {
        GTEST_SKIP() << "its design does not claim that";
    }
    runner p(it());
    const std::uint64_t steps = p.run(7).steps;
    ASSERT_GT(steps, 20U);
    const std::uint64_t deaths = how().deaths == 0 ? steps : how().deaths;
    const std::uint64_t stride = std::max<std::uint64_t>(1, steps / deaths);
    for (std::uint64_t step = 0; step < steps; step += stride) {
        for (const bool server : {true, false}) {
            for (const bool power_off : {false, true}) {
                runner_options interfering;
                interfering.interfere_after = step;
                interfering.interfere = [&](sim::world& w) {
                    sim::host& victim = server ? w.host_at(0) : w.host_at(w.hosts() - 1);
                    if (power_off) {
                        victim.power_off();
                        w.after(5ms, [&victim] { victim.power_on(); });
                    } else {
                        sim::process& first = *victim.processes().front();
                        first.kill();
                        first.start_after(5ms);
                    }
                };
                const run_report r = p.run(7, interfering);
                ASSERT_FALSE(r.broke()) << "step " << step << (server ? " server" : " client")
                                        << (power_off ? " power-off: " : " kill: ") << explain(r);
            }
        }
    }
}

// Those that search/golden_hashes.txt names, which a new scenario need not be among.
TEST(Scenarios, HaveTheSameHashEverywhere) {
    std::ifstream golden(ONCEPROOF_GOLDEN_HASHES);
    std::size_t compared = 0;
    for (std::string line; std::getline(golden, line);) {
        if (!line.starts_with('#')) {
            const std::string name = line.substr(0, line.find(' '));
            ASSERT_NE(scenarios::find(name), nullptr) << name;
            EXPECT_EQ(
                fmt::format("{} {}", name, to_text(runner(*scenarios::find(name)).run(1).hash)),
                line);
            ++compared;
        }
    }
    EXPECT_GE(compared, 48U);
}

struct suspect {
    const char* scenario;
    model::rule broken;
    const char* mutant;
};

class EachMutant : public ::testing::TestWithParam<suspect> {};

INSTANTIATE_TEST_SUITE_P(
    All, EachMutant,
    ::testing::Values(suspect{"same-request-twice", model::rule::one_effect, "answer-not-stored"},
                      suspect{"lost-answer", model::rule::one_effect, "key-per-attempt"},
                      suspect{"two-at-once", model::rule::one_effect, "check-then-act"},
                      suspect{"killed-before-answer", model::rule::one_effect, "two-commits"},
                      suspect{"other-body", model::rule::other_body_rejected, "no-fingerprint"}),
    [](const auto& which) {
        std::string name(which.param.scenario);
        std::replace(name.begin(), name.end(), '-', '_');
        return name;
    });

TEST_P(EachMutant, IsCaughtWithin1000Seeds) {
    runner p(*scenarios::find(GetParam().scenario),
             designs::implementation(*designs::find_mutant(GetParam().mutant)));
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        for (const model::violation& v : p.run(seed).violations) {
            if (v.broken == GetParam().broken) {
                RecordProperty("caught_by_seed", static_cast<int>(seed));
                return;
            }
        }
    }
    FAIL() << "no run broke the rule '" << to_text(GetParam().broken) << "'";
}

TEST(Catalogue, FindsByName) {
    EXPECT_EQ(scenarios::find("lost-answer")->name, "lost-answer");
    EXPECT_EQ(scenarios::find("lost"), nullptr);
}

}  // namespace
}  // namespace onceproof::search
