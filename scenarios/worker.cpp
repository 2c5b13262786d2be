// See worker.hpp. Orders go through a socket, which also tells of a worker's death. Results lie in
// shared memory, where they survive it, and cost no system call for each run.
#include "scenarios/worker.hpp"

#include "faults/intent_name.hpp"
#include "sim/assert.hpp"
#include "sim/traps.hpp"
#include "sim/watchdog.hpp"

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
#include <string_view>
#include <system_error>
#include <utility>

namespace onceproof::scenarios {
namespace {

// With these bounds the results of a worker's runs always have room. There are fewer rules.
constexpr std::size_t rules_max = 8;
constexpr std::size_t rule_bytes_max = 64;
constexpr std::size_t sentence_bytes_max = 400;
constexpr std::size_t run_bytes_max = 4096 + worker::attachment_max;
static_assert(32 + rules_max * (4 + rule_bytes_max + sentence_bytes_max) <= 4096);
static_assert(static_cast<unsigned>(model::rule::machinery) < 32, "played::not_judged has a bit");

constexpr int trap_status = 70;  // see sim/traps.hpp

struct order {
    std::uint64_t first_seed;
    std::uint64_t count;
};

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

// Writes or reads values one after the other, and nothing beyond its bytes: code under test that
// writes where it should not may have written there.
class cursor {
public:
    explicit cursor(std::span<char> bytes) : left_(bytes) {}

    template <class Value>
    void put(const Value& v) {
        move(left_.data(), &v, sizeof v);
    }
    template <class Value>
    bool get(Value& v) {
        return move(&v, left_.data(), sizeof v);
    }
    void put_text(std::string_view text, std::size_t most) {
        text = text.substr(0, most);
        put(static_cast<std::uint16_t>(text.size()));
        move(left_.data(), text.data(), text.size());
    }
    bool get_text(std::string& text) {
        std::uint16_t size = 0;
        if (!get(size) || size > left_.size()) {
            return false;
        }
        text.resize(size);
        return move(text.data(), left_.data(), size);
    }

private:
    bool move(void* to, const void* from, std::size_t size) {
        if (size > left_.size()) {
            return false;
        }
        std::memcpy(to, from, size);
        left_ = left_.subspan(size);
        return true;
    }

    std::span<char> left_;
};

void write_run(cursor& out, const played& p) {
    out.put(p.hash);
    out.put(p.marks);
    out.put(p.not_judged);
    const std::size_t count = std::min(p.broken.size(), rules_max);
    out.put(static_cast<std::uint8_t>(count));
    for (const broken_rule& b : std::span(p.broken).first(count)) {
        out.put_text(b.rule, rule_bytes_max);
        out.put_text(b.sentence, sentence_bytes_max);
    }
    const bool fits = p.attachment.size() <= worker::attachment_max;
    out.put_text(fits ? std::string_view(p.attachment) : std::string_view(),
                 worker::attachment_max);
}

bool read_run(cursor& in, played& p) {
    std::uint8_t count = 0;
    if (!in.get(p.hash) || !in.get(p.marks) || !in.get(p.not_judged) || !in.get(count) ||
        count > rules_max) {
        return false;
    }
    p.broken.resize(count);
    const bool whole = std::all_of(p.broken.begin(), p.broken.end(), [&](broken_rule& b) {
        return in.get_text(b.rule) && in.get_text(b.sentence);
    });
    return whole && in.get_text(p.attachment);
}

// Each rule once, with what was seen first.
played shorten(const run_report& r) {
    played p{r.hash, r.marks, 0, {}, r.attachment};
    for (const model::rule rule : r.not_judged) {
        p.not_judged |= std::uint32_t{1} << static_cast<unsigned>(rule);
    }
    const auto add = [&](std::string_view rule, std::string sentence) {
        const bool known = std::any_of(p.broken.begin(), p.broken.end(),
                                       [&](const broken_rule& b) { return b.rule == rule; });
        if (!known) {
            p.broken.push_back({std::string(rule), std::move(sentence)});
        }
    };
    for (const model::violation& v : r.violations) {
        add(to_text(v.broken),
            v.intent == 0 ? v.why : fmt::format("{}: {}", faults::intent_name(v.intent), v.why));
    }
    if (!r.trouble.empty()) {
        add(r.trouble.substr(0, r.trouble.find(':')), r.trouble);
    }
    return p;
}

std::string in_words(std::chrono::milliseconds span) {
    return span.count() % 1000 == 0 ? fmt::format("{} s", span.count() / 1000)
                                    : fmt::format("{} ms", span.count());
}

std::string in_words(const hang_note& note) {
    const std::string_view process(note.process.data(),
                                   strnlen(note.process.data(), note.process.size()));
    return fmt::format(
        "{} has not returned from step {} at {} ms for {} of real time",
        process.empty() ? "the scenario's own script" : fmt::format("process {}", process),
        note.step, sim::to_text(note.at), in_words(note.limit));
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

struct worker::outbox {
    std::atomic<std::uint64_t> runs{0};  // of the order under way; they are written whole
    hang_note hang{};
    std::array<char, runs_max * run_bytes_max> bytes;  // the system gives a page when it is used
};

// Whatever goes wrong in here ends the process, even an exception: nothing may return from it into
// a second copy of the parent.
void worker::work(int channel, outbox& out, const play_factory& factory,
                  std::chrono::milliseconds patience) noexcept {
    note_of_this_process = &out.hang;
    const sim::watchdog dog(patience, &write_hang_note);
    sim::traps::set(sim::traps::mode::abort);
    const play_function play = factory();
    order o{};
    while (again_if_interrupted([&] { return recv(channel, &o, sizeof o, 0); }) == sizeof o) {
        cursor writing(out.bytes);
        for (std::uint64_t i = 0; i < o.count; ++i) {
            write_run(writing, shorten(play(o.first_seed + i)));
            out.runs.store(i + 1);
        }
        again_if_interrupted([&] { return send(channel, "", 1, MSG_NOSIGNAL); });
    }
    _exit(0);
}

worker::worker(const play_factory& factory, std::chrono::milliseconds patience) {
    void* const shared = mmap(nullptr, sizeof(outbox), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (shared == MAP_FAILED) {
        throw std::system_error(errno, std::generic_category(), "no memory for a worker");
    }
    outbox_ = new (shared) outbox;
    std::fflush(nullptr);  // or the worker might write it once more
    const pid_t parent = getpid();
    std::array<int, 2> ends{-1, -1};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0 ||
        (pid_ = fork()) < 0) {
        const std::system_error error(errno, std::generic_category(), "no worker process");
        std::for_each(ends.begin(), ends.end(), &close);
        munmap(outbox_, sizeof(outbox));
        throw error;
    }
    if (pid_ == 0) {
        settle_in(parent);
        close(ends[0]);
        work(ends[1], *outbox_, factory, patience);
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
    munmap(outbox_, sizeof(outbox));
}

// A worker that died meanwhile is noticed when its channel is read.
void worker::give(std::uint64_t first_seed, std::uint64_t count) {
    ONCEPROOF_ASSERT(count <= runs_max, "a worker plays only so many runs at once");
    outbox_->runs = 0;
    const order o{first_seed, count};
    again_if_interrupted([&] { return send(channel_, &o, sizeof o, MSG_NOSIGNAL); });
}

bool worker::has_finished() {
    char answer = 0;
    return again_if_interrupted([&] { return recv(channel_, &answer, 1, 0); }) == 1;
}

std::uint64_t worker::runs() const {
    return std::min(outbox_->runs.load(), runs_max);
}

std::vector<played> worker::results() const {
    std::vector<played> all;
    cursor reading(outbox_->bytes);
    played p;
    while (all.size() < runs() && read_run(reading, p)) {
        all.push_back(std::move(p));
    }
    return all;
}

void worker::kill(broken_rule why) {
    killed_for_ = std::move(why);
    ::kill(pid_, SIGKILL);
}

broken_rule worker::cause_of_death() {
    int status = 0;
    again_if_interrupted([&] { return waitpid(pid_, &status, 0); });
    pid_ = -1;
    if (outbox_->hang.written) {
        return {std::string(hang_rule), in_words(outbox_->hang)};
    }
    if (killed_for_) {
        return *killed_for_;
    }
    if (WIFSIGNALED(status)) {
        const char* const name = sigabbrev_np(WTERMSIG(status));
        return {std::string(crash_rule),
                fmt::format("the process was killed by SIG{}", name == nullptr ? "?" : name)};
    }
    if (WEXITSTATUS(status) == trap_status) {
        return {std::string(nondeterminism_rule),
                "the code under test reached for the real world, not the simulated one"};
    }
    return {std::string(crash_rule),
            fmt::format("the process ended itself with status {}", WEXITSTATUS(status))};
}

}  // namespace onceproof::scenarios
