// Plays many seeds of one scenario in worker processes, and sums up what was seen.
//
//     scenarios::campaign search({.jobs = 2});
//     const scenarios::tally seen = search.play(play_with(s), {.first = 0, .count = 1000});
//
// The code under test runs in workers only, so that one that crashes or never returns costs a
// worker: its seed is a finding, a new worker takes its place, and the rest is still played. What
// was seen is put together in the order of the seeds and does not depend on how many workers there
// are. Nothing is printed here; what the code under test prints goes to the standard error.
//
// A crash is blamed on the seed that was being played. If that seed alone does not crash, an
// earlier run of the same worker did the damage; a sanitizer tells which.
#pragma once

#include "scenarios/player.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::scenarios {

// Plays the run of one seed.
using play_function = std::function<run_report(std::uint64_t seed)>;

// Called once in each worker: makes what that worker plays with.
using play_factory = std::function<play_function()>;

// The way to play S, by LACKS if there is one, with a player of its own in each worker. Requires: s
// outlives it.
play_factory play_with(const scenario& s, const performer& by);

// Seeds first, first + 1, ... and on from 0 after the greatest.
struct seed_range {
    std::uint64_t first = 0;
    std::uint64_t count = 1000;
};

// Where a fresh set of seeds begins that a revision, or any other text, stands for. Below 2^48, so
// that every reader of JSON can hold the seeds.
std::uint64_t first_seed_from(std::string_view revision);

// Rules beside those of the oracle, which end a worker rather than a run.
inline constexpr std::string_view crash_rule = "crash";
inline constexpr std::string_view hang_rule = "hang";
inline constexpr std::string_view nondeterminism_rule = "nondeterminism";

// All that broke one rule.
struct finding {
    std::string rule;      // "one effect", "livelock", "crash"
    std::string sentence;  // what was seen at the first of these seeds; text of the code under test
    std::uint64_t first_seed;
    std::uint64_t seeds;  // how many
};

// What one run broke, or who played it.
struct broken_rule {
    std::string rule;
    std::string sentence;
};

struct tally {
    std::uint64_t runs = 0;
    std::array<std::uint64_t, 64> marks{};       // how many runs reached scenario::must_reach[i]
    std::array<std::uint64_t, 32> not_judged{};  // in how many runs the rule of that number was not
    sim::trace_hash hash{};                      // of the hashes of all runs, in the order of seeds
    std::vector<finding> findings;               // by the first seed
    std::uint64_t hangs = 0;
    bool interrupted = false;  // the user wanted no more; runs may be missing in the middle
    std::chrono::nanoseconds elapsed{};  // of real time
};

struct progress {
    std::uint64_t runs;  // that have been played
    std::uint64_t of;    // how many; UINT64_MAX: until the time is up
    std::chrono::nanoseconds elapsed;

    // How long the rest will take if it is like what was played. Nothing: too early to say.
    std::optional<std::chrono::seconds> left() const;
};

struct campaign_options {
    unsigned jobs = 1;  // worker processes

    // Real time that one step of the code under test may take.
    std::chrono::milliseconds patience = std::chrono::seconds(10);

    // No more is played of a scenario after so many hangs, since each of them costs that patience.
    std::uint64_t hangs_max = 8;

    // Real time that a whole run may take.
    std::chrono::milliseconds patience_with_run = std::chrono::minutes(1);

    // Called with each run's attachment, in the order of seeds. False: it is enough, no later run
    // counts any more.
    std::function<bool(std::uint64_t seed, const std::string& attachment)> on_run{};

    // Called as soon as it is known that a run broke a rule, in no order of seeds. What in the end
    // counts is in the tally.
    std::function<void(std::uint64_t seed, const broken_rule&)> on_broken{};

    // Called some times a second.
    std::function<void(const progress&)> on_progress{};
};

// While it stands, an interrupt (SIGINT) stops what is being played instead of the program.
class campaign {
public:
    // Requires: no other stands; at least one job.
    explicit campaign(campaign_options options);
    ~campaign();
    campaign(const campaign&) = delete;
    campaign& operator=(const campaign&) = delete;

    // Plays these seeds, or as many of them, from the first, as TIME allows. When it returns, no
    // worker is left. Throws std::system_error if the system gives no more processes.
    tally play(const play_factory& factory, seed_range seeds,
               std::optional<std::chrono::nanoseconds> time = {});

    bool interrupted() const;

private:
    campaign_options options_;
    struct sigaction old_action_{};
    sigset_t old_mask_{};
};

}  // namespace onceproof::scenarios
