// The demo world: one charge, one replay, the same hash everywhere, and no step at which death
// hurts the harness itself.
#include "scenarios/lost_answer.hpp"

#include "scenarios/runner.hpp"
#include "sim/host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

namespace onceproof::scenarios {
namespace {

using namespace std::chrono_literals;

std::size_t count(const sim::world& w, std::string_view word) {
    std::size_t found = 0;
    for (const sim::record& r : w.events().records()) {
        found += r.word == word ? 1 : 0;
    }
    return found;
}

played_run played(std::uint64_t seed, bool keep_trace = true) {
    const scenario s = lost_answer();
    played_run run(s, {.seed = seed, .keep_trace = keep_trace});
    run.play();
    return run;
}

TEST(LostAnswer, ChargesOnceAndReplaysOnce) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const played_run run = played(seed);
        EXPECT_EQ(run.result().how, sim::outcome::quiescent);
        EXPECT_EQ(count(run.world(), "CHARGES THE CARD"), 1U);
        EXPECT_EQ(count(run.world(), "replays the stored answer"), 1U);
        EXPECT_EQ(count(run.world(), "is answered"), 1U);
        EXPECT_TRUE(run.unmet().empty());
    }
}

// Pins the trace across compilers, optimisation levels and machines. A change here is a change of
// behaviour: if it is meant, say so in the changelog.
TEST(LostAnswer, HasTheSameHashEverywhere) {
    const std::array<std::string, 3> golden{"90884fc88541a8fdb59181f8afd9307b",
                                            "17cce4d0807f0da20c9f65c1b5ca1b93",
                                            "69cd141e8050fb1c6327525c20030e00"};
    for (std::uint64_t seed = 0; seed < golden.size(); ++seed) {
        EXPECT_EQ(to_text(played(seed).result().hash), golden[seed]);
        EXPECT_EQ(to_text(played(seed, false).result().hash), golden[seed])
            << "the hash does not depend on whether the trace is kept";
        EXPECT_EQ(to_text(played(seed).result().hash), golden[seed]) << "nor on earlier runs";
    }
}

// At each step in turn, each victim in turn, by each way to die; then a restart.
TEST(LostAnswer, SurvivesDeathAtEveryStep) {
    const std::uint64_t steps = played(7).result().steps;
    ASSERT_GT(steps, 20U);
    const scenario s = lost_answer();
    std::size_t charges_made_twice = 0;
    for (std::uint64_t step = 0; step <= steps; ++step) {
        for (const std::string_view victim : {"api", "shop"}) {
            for (const bool power_off : {false, true}) {
                played_run run(s, {.seed = 7, .keep_trace = true});
                sim::world& w = run.world();
                for (std::uint64_t i = 0; i < step && w.step(); ++i) {
                }
                sim::host& machine = *w.find_host(victim);
                sim::process& process = *machine.processes().front();
                if (power_off) {
                    machine.power_off();
                    w.after(5ms, [&machine] { machine.power_on(); });
                } else {
                    process.kill();
                    process.start_after(5ms);
                }
                run.play();
                EXPECT_EQ(run.result().how, sim::outcome::quiescent);
                EXPECT_EQ(process.starts(), 2U);
                charges_made_twice += count(w, "CHARGES THE CARD") > 1 ? 1 : 0;
            }
        }
    }
    EXPECT_GT(charges_made_twice, 0U) << "this server forgets its answers when it dies";
}

}  // namespace
}  // namespace onceproof::scenarios
