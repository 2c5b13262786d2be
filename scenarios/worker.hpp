// A process in which runs are played, so that code under test that crashes or hangs takes only that
// process with it. For campaign.hpp.
#pragma once

#include "scenarios/campaign.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceproof::scenarios {

// What a worker tells of one run.
struct played {
    sim::trace_hash hash{};
    std::uint64_t marks = 0;
    std::uint32_t not_judged = 0;     // bit i: the rule of that number was not
    std::vector<broken_rule> broken;  // each rule once
    std::string attachment;           // see run_report
};

class worker {
public:
    // A worker answers after so many runs at most; their results have room in its outbox.
    static constexpr std::uint64_t runs_max = 64;

    // Of a longer attachment nothing arrives.
    static constexpr std::size_t attachment_max = std::size_t{64} * 1024 - 1;

    // Throws std::system_error if the system gives no process. Requires: SIGINT is blocked, since a
    // terminal sends it to workers too.
    worker(const play_factory& factory, std::chrono::milliseconds patience);

    // Kills it if it lives.
    ~worker();
    worker(const worker&) = delete;
    worker& operator=(const worker&) = delete;

    // Has it play COUNT seeds. Requires: it is idle; count is at most runs_max.
    void give(std::uint64_t first_seed, std::uint64_t count);

    // Readable when it has finished or died.
    int channel() const { return channel_; }

    // Whether it has finished what it was given; else it died. Requires: channel() is readable.
    bool has_finished();

    // How many of the seeds that it was given are played. May be asked at any time.
    std::uint64_t runs() const;

    // What it tells of these, in their order. Requires: it has finished or died.
    std::vector<played> results() const;

    // Ends it now. WHY becomes the cause of its death.
    void kill(broken_rule why);

    // Why it died, as a finding on the seed that it was playing. Waits for its end.
    broken_rule cause_of_death();

private:
    struct outbox;

    [[noreturn]] static void work(int channel, outbox& out, const play_factory& factory,
                                  std::chrono::milliseconds patience) noexcept;

    pid_t pid_ = -1;  // -1: it has been waited for
    int channel_ = -1;
    std::optional<broken_rule> killed_for_;
    outbox* outbox_;  // in memory that both processes share
};

}  // namespace onceproof::scenarios
