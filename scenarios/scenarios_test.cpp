// Each scenario holds for the reference implementation and reaches what it is about; its mutant is
// caught; and no step is a bad one to die at.
#include "scenarios/catalogue.hpp"
#include "scenarios/player.hpp"
#include "sim/host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

namespace onceproof::scenarios {
namespace {

using namespace std::chrono_literals;

std::string explain(const run_report& r) {
    std::string text = "seed " + std::to_string(r.seed) + ": " + r.trouble;
    for (const model::violation& v : r.violations) {
        text += " intent " + std::to_string(v.intent) + ": " + v.why + ';';
    }
    return text;
}

class EachScenario : public testing::TestWithParam<std::size_t> {
protected:
    const scenario& it() const { return all()[GetParam()]; }
};

INSTANTIATE_TEST_SUITE_P(All, EachScenario, testing::Range<std::size_t>(0, 6),
                         [](const auto& which) {
                             std::string name(all()[which.param].name);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST_P(EachScenario, HoldsAndReachesWhatItIsAbout) {
    player p(it());
    std::uint64_t reached = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const run_report r = p.play(seed);
        ASSERT_FALSE(r.broke()) << explain(r);
        reached |= r.marks;
    }
    EXPECT_EQ(reached, (std::uint64_t{1} << it().must_reach.size()) - 1);
    EXPECT_EQ(it().summary.back(), '.') << "a summary is a sentence";
}

TEST_P(EachScenario, ARunDoesNotDependOnThoseBeforeIt) {
    player kept(it());
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        play_options text;
        text.keep_trace = seed % 2 == 0;
        player fresh(it());
        EXPECT_EQ(kept.play(seed, text).hash, fresh.play(seed).hash) << "seed " << seed;
    }
}

// At each step in turn the server, or the client, dies by a kill or by a power-off, and starts
// again. The oracle's rules hold all the same.
TEST_P(EachScenario, SurvivesDeathAtEveryStep) {
    player p(it());
    const std::uint64_t steps = p.play(7).steps;
    ASSERT_GT(steps, 50U);
    for (std::uint64_t step = 0; step < steps; ++step) {
        for (const bool server : {true, false}) {
            for (const bool power_off : {false, true}) {
                play_options strike;
                strike.interfere_after = step;
                strike.interfere = [&](sim::world& w) {
                    sim::host& victim = server ? w.host_at(0) : w.host_at(1);
                    if (power_off) {
                        victim.power_off();
                        w.after(5ms, [&victim] { victim.power_on(); });
                    } else {
                        sim::process& first = *victim.processes().front();
                        first.kill();
                        first.start_after(5ms);
                    }
                };
                const run_report r = p.play(7, strike);
                ASSERT_FALSE(r.broke()) << "step " << step << (server ? " server" : " client")
                                        << (power_off ? " power-off: " : " kill: ") << explain(r);
            }
        }
    }
}

// Pins the trace across compilers, optimisation levels and machines. A change here is a change of
// behaviour: if it is meant, say so in the changelog.
TEST(Scenarios, HaveTheSameHashEverywhere) {
    const std::array<std::string, 6> golden{
        "ccb2fee852ce3672ac2f98471ec72127", "5f20f1520f6f5c0fa8162ca00466fadc",
        "7956010dafb63ccd5dd950547b310677", "5f20f1520f6f5c0fa8162ca00466fadc",
        "e6aecff1bb7b5555bac011dd103296f9", "1baab60598477e12b20e444d3a7a9ccb"};
    for (std::size_t i = 0; i < golden.size(); ++i) {
        EXPECT_EQ(to_text(player(all()[i]).play(1).hash), golden[i]) << all()[i].name;
    }
}

struct suspect {
    const char* scenario;
    model::rule broken;
    const char* mutant;
};

class EachMutant : public testing::TestWithParam<suspect> {};

INSTANTIATE_TEST_SUITE_P(
    All, EachMutant,
    testing::Values(suspect{"same-request-twice", model::rule::one_effect, "answer-not-stored"},
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
    player p(*find(GetParam().scenario), find_mutant(GetParam().mutant));
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        for (const model::violation& v : p.play(seed).violations) {
            if (v.broken == GetParam().broken) {
                RecordProperty("caught_by_seed", static_cast<int>(seed));
                return;
            }
        }
    }
    FAIL() << "no run broke the rule '" << to_text(GetParam().broken) << "'";
}

TEST(Catalogue, FindsByName) {
    EXPECT_EQ(find("lost-answer")->name, "lost-answer");
    EXPECT_EQ(find("lost"), nullptr);
}

}  // namespace
}  // namespace onceproof::scenarios
