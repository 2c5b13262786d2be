// Has jobs done in worker processes: runs many seeds of a scenario, or the parts of a search.
//
//     search::campaign search({.jobs = 2});
//     const search::tally seen = search.run_seeds(run_with(s, by), {.first = 0, .count =
//     1000});
//
// The code under test runs in workers only, so that one that crashes or never returns costs a
// worker: that is a finding on its job, a new worker takes its place, and the rest is still done.
// What came of the jobs is told in their order and does not depend on how many workers there are.
// Nothing is printed here; what the code under test prints goes to the standard error.
//
// A crash is blamed on the job that was being done. If that job alone does not crash, an earlier
// one of the same worker did the damage; a sanitizer tells which.
#pragma once

#include "search/finding.hpp"
#include "search/runner.hpp"
#include "search/workers/job.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace onceproof::search {

// Does a job. Requires: it is of the kind that whoever made this runs.
using job_function = std::function<outcome(const job&)>;

// Called once in each worker: makes what that worker runs with.
using job_function_factory = std::function<job_function()>;

// Runs the seeds of S by BY, with a runner of its own in each worker. Requires: s outlives it.
job_function_factory run_with(const scenarios::scenario& s, const designs::implementation& by);

// Does measure_windows.
job_function_factory measure_windows_of_subjects();

// What is to be done, in that order.
struct job_list {
    std::uint64_t count = 0;
    std::function<job(std::uint64_t position)> at;

    job_list(std::uint64_t n, std::function<job(std::uint64_t)> each)
        : count(n), at(std::move(each)) {}
    explicit job_list(std::vector<job> all);
};

// Seeds first, first + 1, ... and on from 0 after the greatest.
struct seed_range {
    std::uint64_t first = 0;
    std::uint64_t count = 1000;
};

// Where a fresh set of seeds begins that a revision, or any other text, stands for. Below 2^48, so
// that every reader of JSON can hold the seeds.
std::uint64_t first_seed_from(std::string_view revision);

// What came of all the jobs.
struct ending {
    std::uint64_t jobs = 0;  // that count
    std::uint64_t hangs = 0;
    bool interrupted = false;  // the user wanted no more; jobs may be missing in the middle
    std::chrono::nanoseconds elapsed{};  // of real time
};

// What was seen in the runs of many seeds.
struct tally {
    std::uint64_t runs = 0;
    std::array<std::uint64_t, 64> goals{};       // how many runs reached scenario::must_reach[i]
    std::array<std::uint64_t, 32> not_judged{};  // in how many runs the rule of that number was not
    sim::trace_hash hash{};                      // of the hashes of all runs, in the order of seeds
    std::vector<finding> findings;               // one for each rule, by its first seed
    std::uint64_t hangs = 0;
    bool interrupted = false;  // the user wanted no more; runs may be missing in the middle
    std::chrono::nanoseconds elapsed{};  // of real time

    // Runs must be added in the order of their seeds.
    void add(std::uint64_t seed, const outcome& o);
};

struct progress {
    std::uint64_t jobs;   // that have been done
    std::uint64_t total;  // how many; UINT64_MAX: until the time is up
    std::chrono::nanoseconds elapsed;

    // How long the rest will take if it is like what was run. Nothing: too early to say.
    std::optional<std::chrono::seconds> left() const;
};

struct campaign_options {
    unsigned jobs = 1;  // worker processes

    // Real time that one step of the code under test may take.
    std::chrono::milliseconds patience = std::chrono::seconds(10);

    // No more is done after so many hangs, since each of them costs that patience.
    std::uint64_t hangs_max = 8;

    // Real time that a whole job may take.
    std::chrono::milliseconds patience_with_job = std::chrono::minutes(1);
};

// Who is told while jobs are done. Positions are those of the list, from 0.
struct campaign_listener {
    // In the order of positions. False: it is enough, no later job counts any more. After an
    // interrupt there may be gaps.
    std::function<bool(std::uint64_t position, const outcome&)> on_outcome{};

    // As soon as it is known that something broke a rule, in no order. What in the end counts is
    // told to on_outcome.
    std::function<void(std::uint64_t position, const finding&)> on_broken{};

    // Some times a second.
    std::function<void(const progress&)> on_progress{};
};

// While it stands, an interrupt (SIGINT) stops what is being run instead of the program.
class campaign {
public:
    // Requires: no other stands; at least one job.
    explicit campaign(campaign_options options);
    ~campaign();
    campaign(const campaign&) = delete;
    campaign& operator=(const campaign&) = delete;

    // Does these jobs, or as many of them, from the first, as TIME allows. When it returns, no
    // worker is left. Throws std::system_error if the system gives no more processes.
    ending run(const job_function_factory& factory, const job_list& jobs,
               const campaign_listener& who = {},
               std::optional<std::chrono::nanoseconds> time = {});

    // Likewise makes the runs of these seeds, and sums up what was seen in them.
    tally run_seeds(const job_function_factory& factory, seed_range seeds,
                    const campaign_listener& who = {},
                    std::optional<std::chrono::nanoseconds> time = {});

    bool interrupted() const;

private:
    campaign_options options_;
    struct sigaction old_action_{};
    sigset_t old_mask_{};
};

}  // namespace onceproof::search
