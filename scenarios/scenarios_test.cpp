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

constexpr std::string_view golden = R"(same-request-twice d6936d094247768f2c66c8bf75e45fcb
lost-answer ff194e187f9e0a0d7fcf6cc173af2dc7
two-at-once 6966d7a61ad7fb2f5c071bdd8ad026a9
killed-before-answer ff194e187f9e0a0d7fcf6cc173af2dc7
power-lost-after-answer ff194e187f9e0a0d7fcf6cc173af2dc7
other-body d6699de43705bfb7c928b2715ca0bcbf
busy-shop d3148bb34f6c2ec70610721a19c98211
late-original 22a4fe9690f2aca98ba59aa357d23a2e
two-tenants c53a7a250577668455828632a34c775d
two-operations e7d755efb2d2290f96acb93e2c2871da
respelled-body 623e03d9656aee80dd18739c04d4fdc0
other-body-in-flight 46265e5ac0f34b2d0e346dfde981b38f
declined 4f6be5a7b05470f86c8074d47892c19e
after-expiry ecfcfec3570bee95190d4bbf3e6d489d
clock-past-retention ff194e187f9e0a0d7fcf6cc173af2dc7
clock-set-back ff194e187f9e0a0d7fcf6cc173af2dc7
too-many-requests c215b8403e9f9cae4135b9a09b6b7751
turned-away-often 9a59ff90fb020ec3295254a8efa0f946
fails-before-effect ff194e187f9e0a0d7fcf6cc173af2dc7
fails-after-effect ff194e187f9e0a0d7fcf6cc173af2dc7
client-restart 7497bfd670d2c1c092f68106a99a1b4a
outage 160347941b572a293c003332a70b9287
long-outage 96fa1a73011905cbb3a068323388aa74
no-key 7b399b36ca12436339685cedf62e375c
order-put-twice d125ca3d38338ff28b015e34f60f8dba
empty-answer fae4d4c1d2fa82afcf7262eab857dfe5
large-answer c14e42932f8ce9cf0fb03e9047b70dff
equal-purchases 12e05b5e215a03c0e9cc4471d6253cf6
dead-owner 601b521d67b52e9d65ba1bab58d03a8a
two-heirs 977d1e51d2b4e11022b34d00f7aa858f
sleeping-owner a02b6d2230397179cc87aca865ee2b26
zombie-fails a02b6d2230397179cc87aca865ee2b26
downstream-silent 9d43abbeb50d039bd803b73cc2bf8655
downstream-unsure 9d43abbeb50d039bd803b73cc2bf8655
downstream-down 9d43abbeb50d039bd803b73cc2bf8655
downstream-busy 9d43abbeb50d039bd803b73cc2bf8655
downstream-slow 97a08d5a11077e39b778248ebb4dd149
killed-after-capture 9d43abbeb50d039bd803b73cc2bf8655
stale-look-up 574c5156a4f0f4b3f034e17913907739
fast-clock 887fac42c258b58235b8b92dbebf00b9
resending-proxy 3347be7e699e96d09f12fa0e97ebd738
key-store-down e50d11b4fc02d877f46bb8c01797050a
slow-dependency 9875f25ead9007a355bae4b2d3e0d3d1
owner-lost-for-good 73d24aab5b3fe0886346bff6bc5463b6
shutdown-in-flight d536ad8eadc0019a31df0a51a3544e69
two-versions fb8231d3cebe55637f7595c632a46c3c
rolling-restart 74aa78dc7d4db4c7bacae6f44400c91d
year-later 23233d8e0a3d83b0e659b3e9fbb67e88
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
