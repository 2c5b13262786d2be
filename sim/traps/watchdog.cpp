// See watchdog.hpp. Everything from `tick` down runs in a signal handler, between any two
// instructions of the program: it allocates nothing, and leaves errno alone.
#include "sim/traps/watchdog.hpp"

#include "sim/assert.hpp"
#include "sim/process.hpp"
#include "sim/world.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <ctime>

namespace onceproof::sim {
namespace {

constexpr int ticks_in_limit = 8;

// There is one watchdog at a time, and a signal handler has no argument to find it by.
struct {
    bool on = false;
    std::chrono::milliseconds limit{};
    watchdog::report_function report = nullptr;
    int status = 0;

    // The step that was running at the last tick, and how many ticks before had seen it too. Steps
    // count on within a world, and worlds within a program, so no other step looks like it. World
    // 0 is none.
    std::uint64_t world = 0;
    std::uint64_t step = 0;
    int seen_before = 0;

    timer_t timer{};
    struct sigaction old_action{};
} armed;

// Text of bounded length, made without the library.
class sentence {
public:
    sentence& operator<<(std::string_view text) {
        for (const char c : text.substr(0, text_.size() - size_)) {
            text_[size_++] = c;
        }
        return *this;
    }
    sentence& operator<<(std::uint64_t number) { return digits(number, 1); }
    sentence& digits(std::uint64_t number, std::size_t at_least) {
        std::array<char, 20> backwards{};
        std::size_t n = 0;
        for (; number > 0 || n < at_least; number /= 10) {
            backwards[n++] = static_cast<char>('0' + (number % 10));
        }
        std::reverse(backwards.begin(), backwards.begin() + n);
        return *this << std::string_view(backwards.data(), n);
    }
    std::string_view text() const { return {text_.data(), size_}; }

private:
    std::array<char, 512> text_{};
    std::size_t size_ = 0;
};

// Counts ticks rather than time: a program that was stopped or starved meanwhile missed ticks, and
// is not blamed for it. The world is read as the program left it. Its members are plain, but they
// are all in memory when an event runs, since code that the compiler can't see into may read them.
void tick(int) {
    const world* const w = world::running();
    const std::uint64_t serial = w == nullptr ? 0 : w->serial();
    const std::uint64_t step = w == nullptr ? 0 : w->steps();
    const bool same = serial == armed.world && step == armed.step;
    armed.world = serial;
    armed.step = step;
    armed.seen_before = same ? armed.seen_before + 1 : 0;
    if (w != nullptr && armed.seen_before >= ticks_in_limit) {
        const incarnation* const p = w->running_process();
        const std::string_view name = p == nullptr ? std::string_view() : p->owner().name();
        armed.report({step, w->now(), name, w->seed(), armed.limit});
        _exit(armed.status);
    }
}

}  // namespace

void watchdog::say(const hang& found) {
    const auto at = static_cast<std::uint64_t>(found.at.time_since_epoch().count());
    const auto limit = static_cast<std::uint64_t>(found.limit.count());
    const bool in_seconds = limit % 1000 == 0;
    sentence s;
    s << "onceproof: hung: ";
    if (found.process.empty()) {
        s << "the scenario's own script";
    } else {
        s << "process " << found.process;
    }
    s << " has not returned from step " << found.step << " at " << at / 1'000'000 << ".";
    s.digits(at % 1'000'000, 6) << " ms (seed " << found.seed << ") for ";
    s << (in_seconds ? limit / 1000 : limit) << (in_seconds ? " s" : " ms") << " of real time\n";
    // There is nobody left to tell that it could not be written.
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, s.text().data(), s.text().size());
}

watchdog::watchdog(std::chrono::milliseconds limit, report_function report, int status) {
    ONCEPROOF_ASSERT(!armed.on, "one watchdog is enough");
    ONCEPROOF_ASSERT(limit.count() > 0, "a limit is positive");
    armed.on = true;
    armed.limit = limit;
    armed.report = report;
    armed.status = status;
    armed.world = 0;
    armed.seen_before = 0;

    struct sigaction action{};
    action.sa_handler = &tick;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    const int handled = sigaction(SIGALRM, &action, &armed.old_action);
    sigevent by_signal{};
    by_signal.sigev_notify = SIGEV_SIGNAL;
    by_signal.sigev_signo = SIGALRM;
    const int made = timer_create(CLOCK_MONOTONIC, &by_signal, &armed.timer);
    const std::chrono::nanoseconds every = std::chrono::nanoseconds(limit) / ticks_in_limit;
    itimerspec when{};
    when.it_value.tv_sec = every / std::chrono::seconds(1);
    when.it_value.tv_nsec = (every % std::chrono::seconds(1)).count();
    when.it_interval = when.it_value;
    const int set = timer_settime(armed.timer, 0, &when, nullptr);
    ONCEPROOF_ASSERT(handled == 0 && made == 0 && set == 0, "the system has no timer to spare");
}

// A tick that is already due comes before timer_delete returns, so the old handler never sees one.
watchdog::~watchdog() {
    timer_delete(armed.timer);
    sigaction(SIGALRM, &armed.old_action, nullptr);
    armed.on = false;
}

}  // namespace onceproof::sim
