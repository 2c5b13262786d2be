// See worker.hpp. A socket tells when there is something to do, when it is done, and of a worker's
// death. Jobs and what came of them lie in shared memory, where they survive it, and cost no system
// call for each.
#include "search/workers/worker.hpp"

#include "search/workers/bytes.hpp"
#include "search/workers/codec.hpp"
#include "sim/assert.hpp"
#include "sim/traps/traps.hpp"
#include "sim/traps/watchdog.hpp"

#include <fmt/format.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <span>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace onceproof::search {
namespace {

// With these bounds what broke always has room. There are fewer rules.
constexpr std::size_t rules_max = 8;
constexpr std::size_t rule_bytes_max = 64;
constexpr std::size_t sentence_bytes_max = 400;
constexpr std::size_t mailbox_bytes = worker::jobs_max * (4 + worker::outcome_bytes_max);

constexpr int trap_status = 70;  // see sim/traps/traps.hpp

// The watchdog's view of a run that does not end, written in its signal handler.
struct hang_note {
    bool written;
    std::uint64_t step;
    sim::time_point at;
    std::chrono::milliseconds limit;
    std::array<char, 64> process;  // ended by 0; empty: the scenario's own script
};

hang_note* note_of_this_process = nullptr;

void write_hang_note(const sim::hang& found) {
    hang_note& note = *note_of_this_process;
    note.step = found.step;
    note.at = found.at;
    note.limit = found.limit;
    note.process = {};
    std::copy_n(found.process.begin(), std::min(found.process.size(), note.process.size() - 1),
                note.process.begin());
    note.written = true;
}

// Messages in shared memory, one after the other, each behind its length. Code under test that
// writes where it should not may have written there.
class messages {
public:
    explicit messages(std::span<char> memory) : left_(memory) {}

    // False: there is no room for it.
    bool put(std::string_view message) {
        byte_writer text;
        text.text(message);
        if (text.bytes().size() > left_.size()) {
            return false;
        }
        std::ranges::copy(text.bytes(), left_.begin());
        left_ = left_.subspan(text.bytes().size());
        return true;
    }

    // Empty: there is none.
    std::string_view get() {
        byte_reader from({left_.data(), left_.size()});
        const std::string_view message = from.text();
        left_ = from.has_failed() ? std::span<char>() : left_.subspan(4 + message.size());
        return message;
    }

private:
    std::span<char> left_;
};

// As much of it as has room.
std::string message_of(outcome o) {
    o.broken.resize(std::min(o.broken.size(), rules_max));
    for (finding& f : o.broken) {
        f.rule = f.rule.substr(0, rule_bytes_max);
        f.sentence = f.sentence.substr(0, sentence_bytes_max);
    }
    std::string whole = encode(o);
    return whole.size() <= worker::outcome_bytes_max ? whole : encode(outcome{o.broken, {}});
}

std::string worker_words(std::chrono::milliseconds span) {
    return span.count() % 1000 == 0 ? fmt::format("{} s", span.count() / 1000)
                                    : fmt::format("{} ms", span.count());
}

std::string worker_words(const hang_note& note) {
    const std::string_view process(note.process.data(),
                                   strnlen(note.process.data(), note.process.size()));
    return fmt::format(
        "{} has not returned from step {} at {} ms for {} of real time",
        process.empty() ? "the scenario's own script" : fmt::format("process {}", process),
        note.step, sim::to_text(note.at), worker_words(note.limit));
}

template <class Call>
auto again_if_interrupted(Call call) {
    while (true) {
        const auto result = call();
        if (result >= 0 || errno != EINTR) {
            return result;
        }
    }
}

// What a process must do first to be a good worker.
void settle_in(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
        _exit(0);  // it was gone before the line above
    }
    const rlimit none{};
    setrlimit(RLIMIT_CORE, &none);       // a campaign may see a thousand crashes
    dup2(STDERR_FILENO, STDOUT_FILENO);  // what the code under test prints is no part of a report

    // Each run frees what the next one asks for again: to give the pages back in between costs up
    // to a seventh of the time. (Of the second glibc allows no more.)
    constexpr int keep = 64 << 20;
    mallopt(M_TRIM_THRESHOLD, keep);
    mallopt(M_MMAP_THRESHOLD, keep / 2);
    mallopt(M_TOP_PAD, 1 << 20);
}

}  // namespace

struct worker::mailbox {
    std::atomic<std::uint64_t> done{0};  // of the jobs under way; what came of them is there whole
    hang_note hang{};
    // First the jobs, then what came of them. The system gives a page when it is used.
    std::array<char, mailbox_bytes> bytes;
};

// Whatever goes wrong in here ends the process, even an exception: nothing may return from it into
// a second copy of the parent.
void worker::work(int channel, mailbox& box, const job_function_factory& factory,
                  std::chrono::milliseconds patience) noexcept {
    note_of_this_process = &box.hang;
    const sim::watchdog dog(patience, &write_hang_note);
    sim::traps::set(sim::traps::mode::abort);
    const job_function run = factory();
    std::uint8_t count = 0;
    while (again_if_interrupted([&] { return recv(channel, &count, 1, 0); }) == 1) {
        std::vector<job> jobs;
        for (messages reading(box.bytes); jobs.size() < count;) {
            jobs.push_back(decode_job(reading.get()).value());
        }
        messages writing(box.bytes);
        for (const job& j : jobs) {
            writing.put(message_of(run(j)));
            ++box.done;
        }
        again_if_interrupted([&] { return send(channel, "", 1, MSG_NOSIGNAL); });
    }
    _exit(0);
}

worker::worker(const job_function_factory& factory, std::chrono::milliseconds patience) {
    void* const shared = mmap(nullptr, sizeof(mailbox), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (shared == MAP_FAILED) {
        throw std::system_error(errno, std::generic_category(), "no memory for a worker");
    }
    mailbox_ = new (shared) mailbox;
    std::fflush(nullptr);  // or the worker might write it once more
    const pid_t parent = getpid();
    std::array<int, 2> ends{-1, -1};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0 ||
        (pid_ = fork()) < 0) {
        const std::system_error error(errno, std::generic_category(), "no worker process");
        std::for_each(ends.begin(), ends.end(), &close);
        munmap(mailbox_, sizeof(mailbox));
        throw error;
    }
    if (pid_ == 0) {
        settle_in(parent);
        close(ends[0]);
        work(ends[1], *mailbox_, factory, patience);
    }
    // The other end is now the worker's alone, so that its death is seen here. That workers made
    // later inherit our end does no harm: it is never waited for.
    close(ends[1]);
    channel_ = ends[0];
}

worker::~worker() {
    if (pid_ != -1) {
        ::kill(pid_, SIGKILL);
        again_if_interrupted([&] { return waitpid(pid_, nullptr, 0); });
    }
    close(channel_);
    munmap(mailbox_, sizeof(mailbox));
}

// A worker that died meanwhile is noticed when its channel is read.
void worker::give(const std::vector<job>& jobs) {
    ONCEPROOF_ASSERT(jobs.size() <= jobs_max, "a worker does only so many jobs at once");
    messages writing(mailbox_->bytes);
    for (const job& j : jobs) {
        if (!writing.put(encode(j))) {
            throw std::length_error("a plan is too large for a worker");
        }
    }
    mailbox_->done = 0;
    const auto count = static_cast<std::uint8_t>(jobs.size());
    again_if_interrupted([&] { return send(channel_, &count, 1, MSG_NOSIGNAL); });
}

bool worker::has_finished() {
    char answer = 0;
    return again_if_interrupted([&] { return recv(channel_, &answer, 1, 0); }) == 1;
}

std::uint64_t worker::jobs_done() const {
    return std::min<std::uint64_t>(mailbox_->done, jobs_max);
}

std::vector<outcome> worker::results() const {
    std::vector<outcome> all;
    all.reserve(jobs_done());
    messages reading(mailbox_->bytes);
    while (all.size() < jobs_done()) {
        std::optional<outcome> next = decode_outcome(reading.get());
        if (!next) {
            break;
        }
        all.push_back(std::move(*next));
    }
    return all;
}

void worker::kill(finding why) {
    killed_for_ = std::move(why);
    ::kill(pid_, SIGKILL);
}

finding worker::cause_of_death() {
    int status = 0;
    again_if_interrupted([&] { return waitpid(pid_, &status, 0); });
    pid_ = -1;
    if (mailbox_->hang.written) {
        return {std::string(hang_rule), 0, worker_words(mailbox_->hang)};
    }
    if (killed_for_) {
        return *killed_for_;
    }
    if (WIFSIGNALED(status)) {
        const char* const name = sigabbrev_np(WTERMSIG(status));
        return {std::string(crash_rule), 0,
                fmt::format("the process was killed by SIG{}", name == nullptr ? "?" : name)};
    }
    if (WEXITSTATUS(status) == trap_status) {
        return {std::string(nondeterminism_rule), 0,
                "the code under test reached for the real world, not the simulated one"};
    }
    return {std::string(crash_rule), 0,
            fmt::format("the process ended itself with status {}", WEXITSTATUS(status))};
}

}  // namespace onceproof::search
