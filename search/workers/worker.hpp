// A process in which jobs are done, so that code under test that crashes or hangs takes only that
// process with it. For campaign.hpp.
#pragma once

#include "search/workers/campaign.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace onceproof::search {

class worker {
public:
    // A worker answers after so many jobs at most.
    static constexpr std::size_t jobs_max = 64;

    // Of an outcome that takes more bytes only what broke arrives.
    static constexpr std::size_t outcome_bytes_max = std::size_t{68} * 1024;

    // Throws std::system_error if the system gives no process. Requires: SIGINT is blocked, since a
    // terminal sends it to workers too.
    worker(const job_function_factory& factory, std::chrono::milliseconds patience);

    // Kills it if it lives.
    ~worker();
    worker(const worker&) = delete;
    worker& operator=(const worker&) = delete;

    // Has it do these, in their order. Throws std::length_error if they are too large for its
    // memory, some MiB. Requires: it is idle; they are jobs_max at most.
    void give(const std::vector<job>& jobs);

    // Readable when it has finished or died.
    int channel() const { return channel_; }

    // Whether it has finished what it was given; else it died. Requires: channel() is readable.
    bool has_finished();

    // How many of the jobs that it was given are done. May be asked at any time.
    std::uint64_t jobs_done() const;

    // What came of these, in their order. Requires: it has finished or died.
    std::vector<outcome> results() const;

    // Ends it now. WHY becomes the cause of its death.
    void kill(finding why);

    // Why it died, as a finding on the job that it was doing. Waits for its end.
    finding cause_of_death();

private:
    struct mailbox;

    [[noreturn]] static void work(int channel, mailbox& box, const job_function_factory& factory,
                                  std::chrono::milliseconds patience) noexcept;

    pid_t pid_ = -1;  // -1: it has been waited for
    int channel_ = -1;
    std::optional<finding> killed_for_;
    mailbox* mailbox_;  // in memory that both processes share
};

}  // namespace onceproof::search
