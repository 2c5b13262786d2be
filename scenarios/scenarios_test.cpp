// Each scenario holds for the reference implementation and reaches what it is about; its mutant is
// caught; and no step is a bad one to die at.
#include "scenarios/catalogue.hpp"
#include "scenarios/player.hpp"
#include "sim/host.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

INSTANTIATE_TEST_SUITE_P(All, EachScenario, testing::Range<std::size_t>(0, all().size()),
                         [](const auto& which) {
                             std::string name(all()[which.param].name);
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST_P(EachScenario, HoldsAndReachesWhatItIsAbout) {
    player p(it());
    std::uint64_t reached = 0;
    for (std::uint64_t seed = 0; seed < (GetParam() < 5 ? 300 : 50); ++seed) {
        const run_report r = p.play(seed);
        ASSERT_FALSE(r.broke()) << explain(r);
        reached |= r.marks;
    }
    EXPECT_EQ(reached, (std::uint64_t{1} << it().must_reach.size()) - 1);
    EXPECT_EQ(it().summary.back(), '.') << "a summary is a sentence";
}

TEST_P(EachScenario, ARunDoesNotDependOnThoseBeforeIt) {
    player kept(it());
    for (std::uint64_t seed = 0; seed < (GetParam() < 5 ? 50 : 10); ++seed) {
        play_options text;
        text.keep_trace = seed % 2 == 0;
        player fresh(it());
        EXPECT_EQ(kept.play(seed, text).hash, fresh.play(seed).hash) << "seed " << seed;
    }
}

// At step after step the server, or the client, dies by a kill or by a power-off, and starts
// again. The oracle's rules hold all the same.
TEST_P(EachScenario, SurvivesDeathAtEveryStep) {
    if (!it().usual.as->exactly_once) {
        GTEST_SKIP() << "its design does not claim that";
    }
    player p(it());
    const std::uint64_t steps = p.play(7).steps;
    ASSERT_GT(steps, 20U);
    // The first scenarios at every step, the others at some twenty-five.
    const std::uint64_t stride = GetParam() < 5 ? 1 : std::max<std::uint64_t>(1, steps / 25);
    for (std::uint64_t step = 0; step < steps; step += stride) {
        for (const bool server : {true, false}) {
            for (const bool power_off : {false, true}) {
                play_options strike;
                strike.interfere_after = step;
                strike.interfere = [&](sim::world& w) {
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
                const run_report r = p.play(7, strike);
                ASSERT_FALSE(r.broke()) << "step " << step << (server ? " server" : " client")
                                        << (power_off ? " power-off: " : " kill: ") << explain(r);
            }
        }
    }
}

constexpr std::string_view golden = R"(same-request-twice f39cd6361bc3bb67bf5eb21d2d528650
lost-answer 5bed48716dfc7517cfcd4a36b369c4d0
two-at-once fd307145805532d5b65d234b1774bb7a
killed-before-answer 5bed48716dfc7517cfcd4a36b369c4d0
power-lost-after-answer 5bed48716dfc7517cfcd4a36b369c4d0
other-body de834d65d65c993c032ccd67afebdcf4
busy-shop 80551ab6fd7e00691c9543251e6c551d
late-original 1a7add01e6fe43f158b9dd0d9a4eae48
two-tenants 3305256924f1d84dc6ca2ebf54c1e6be
two-operations eb520ec41f42b40fe8e77955beed0672
respelled-body e37fd67bf43fe29f873280d9001bad89
other-body-in-flight a17f9da82de4dfbba131da1572c9dd94
declined 7b627e87e7decf914de3ce88c05f3689
after-expiry 0f2d1e6760ba5bf71bc2ca3adae1e638
clock-past-retention 5bed48716dfc7517cfcd4a36b369c4d0
clock-set-back 5bed48716dfc7517cfcd4a36b369c4d0
too-many-requests 7eeec867607c7fcf5a2449050e2a265d
turned-away-often e56433d14cbafaad21ddec0548153fb0
fails-before-effect 5bed48716dfc7517cfcd4a36b369c4d0
fails-after-effect 5bed48716dfc7517cfcd4a36b369c4d0
client-restart 7976262bc160ac8558bba322fd51f6eb
outage 8ed57b2091ac64e693974240495e698e
long-outage edb31e2ba8d6c747e38d5caed4b57aa2
no-key 924c405112e6b9c385a19f77bc565fbc
order-put-twice 81ab8e7e676c37e0c611684eb8422aa8
empty-answer 28f7b175f7463fbb07c5a719de8ffa19
large-answer 2467207130077fb5d7faa62140288a73
equal-purchases ebdb95000f633cef9d4bcf4d0ccd47c4
dead-owner e765e0a84ac51ab33585a6217c815cef
two-heirs 308f077f7d6b78480f1fec2e5523364b
sleeping-owner a4ed1e2609a0118cfd4b3068bb271a85
zombie-fails a4ed1e2609a0118cfd4b3068bb271a85
downstream-silent 66f74850206271f6bedbb9d9441cf553
downstream-unsure 66f74850206271f6bedbb9d9441cf553
downstream-down 66f74850206271f6bedbb9d9441cf553
downstream-busy 66f74850206271f6bedbb9d9441cf553
downstream-slow fdcddf09200a53d3d0e19d2901b7d0d6
killed-after-capture 66f74850206271f6bedbb9d9441cf553
stale-look-up ff44db0c078a8748c70a672321da26b8
fast-clock 49a61ea1a3e44bac839b5ce6ce17c0ca
resending-proxy 932d3553e393b1065e55ca4512a817bf
key-store-down d121859817dffbab5bc72264e8288d0b
slow-dependency 1f2e784c465c635974706936578062ed
owner-lost-for-good b2224d653f90b0644fac8c3edc1ad1b6
shutdown-in-flight 9f45f42a69719586f45e6b3f977c89ce
two-versions 10c22b65924216ec0b5e0709a73cb4d7
rolling-restart fb270dfa61c3f49fba557442f2290a75
year-later a462a8e4fb5be3231c09f3d54dc7a223
)";

// Pins the trace across compilers, optimisation levels and machines. A change here is a change of
// behaviour: if it is meant, say so in the changelog.
TEST(Scenarios, HaveTheSameHashEverywhere) {
    std::string hashes;
    for (const scenario& s : all()) {
        hashes += fmt::format("{} {}\n", s.name, to_text(player(s).play(1).hash));
    }
    EXPECT_EQ(hashes, golden);
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
    player p(*find(GetParam().scenario), performer(*find_mutant(GetParam().mutant)));
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
