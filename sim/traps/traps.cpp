// See traps.hpp. The replacements are found before those of the libraries because they stand in
// the program itself; the real ones are looked up behind them.
#include "sim/traps/traps.hpp"

#include "sim/process.hpp"
#include "sim/world.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <utility>

namespace onceproof::sim::traps {
namespace {

mode current = mode::off;
std::string first_sighting;

std::string describe(const char* name) {
    const world* w = world::running();
    const incarnation* p = w->running_process();
    const std::string where =
        p == nullptr ? "outside any process" : fmt::format("process {}", p->owner().name());
    return fmt::format("{} in step {} at {} ms, {}", name, w->steps(), to_text(w->now()), where);
}

// Reporting may itself look at a clock.
void caught(const char* name) {
    inside_step = false;
    if (current == mode::abort) {
        fmt::print(stderr,
                   "onceproof: nondeterminism: {}. Code in the world takes time, randomness and "
                   "concurrency from the world alone.\n",
                   describe(name));
        std::_Exit(70);
    }
    if (first_sighting.empty()) {
        first_sighting = describe(name);
    }
    inside_step = true;
}

inline void look(const char* name, bool forbidden = true) {
    if (inside_step && forbidden && current != mode::off) {
        caught(name);
    }
}

template <class Function>
Function* behind(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));  // NOLINT: what dlsym is for
}

bool reads_randomness(const char* path) {
    const std::string_view p = path == nullptr ? "" : path;
    return p == "/dev/urandom" || p == "/dev/random";
}

}  // namespace

mode set(mode m) {
    return std::exchange(current, m);
}

std::string take_sighting() {
    return std::exchange(first_sighting, {});
}

}  // namespace onceproof::sim::traps

// A function that is replaced by one with the same signature, which looks first; and one that is
// forbidden only with some arguments. A sanitizer that is part of the program has a replacement of
// its own, which must not be passed over: it has to know of each thread, for example.
#define ONCEPROOF_TRAP_IF(forbidden, result, name, parameters, arguments)                        \
    extern "C" result __interceptor_##name parameters __attribute__((weak));                     \
    extern "C" result name parameters {                                                          \
        static auto* const real = __interceptor_##name != nullptr                                \
                                      ? &__interceptor_##name                                    \
                                      : onceproof::sim::traps::behind<result parameters>(#name); \
        onceproof::sim::traps::look(#name, forbidden);                                           \
        return real arguments;                                                                   \
    }
#define ONCEPROOF_TRAP(result, name, parameters, arguments) \
    ONCEPROOF_TRAP_IF(true, result, name, parameters, arguments)

// Clocks.
ONCEPROOF_TRAP(time_t, time, (time_t* out) noexcept, (out))
ONCEPROOF_TRAP(int, clock_gettime, (clockid_t id, timespec* out) noexcept, (id, out))
ONCEPROOF_TRAP(int, gettimeofday, (timeval * out, void* zone) noexcept, (out, zone))
ONCEPROOF_TRAP(int, timespec_get, (timespec * out, int base) noexcept, (out, base))
ONCEPROOF_TRAP(clock_t, clock, () noexcept, ())
ONCEPROOF_TRAP(clock_t, times, (::tms * out) noexcept, (out))
ONCEPROOF_TRAP(int, getrusage, (__rusage_who_t of, ::rusage* out) noexcept, (of, out))

// Waiting.
ONCEPROOF_TRAP(unsigned, sleep, (unsigned seconds), (seconds))
ONCEPROOF_TRAP(int, usleep, (useconds_t microseconds), (microseconds))
ONCEPROOF_TRAP(int, nanosleep, (const timespec* span, timespec* left), (span, left))
ONCEPROOF_TRAP(int, clock_nanosleep,
               (clockid_t id, int flags, const timespec* span, timespec* left),
               (id, flags, span, left))
ONCEPROOF_TRAP(int, thrd_sleep, (const timespec* span, timespec* left), (span, left))

// Randomness that the caller does not hand in, whether from the system or from a hidden state.
ONCEPROOF_TRAP(int, rand, () noexcept, ())
ONCEPROOF_TRAP(long, random, () noexcept, ())
ONCEPROOF_TRAP(double, drand48, () noexcept, ())
ONCEPROOF_TRAP(long, lrand48, () noexcept, ())
ONCEPROOF_TRAP(long, mrand48, () noexcept, ())
ONCEPROOF_TRAP(ssize_t, getrandom, (void* out, size_t size, unsigned flags), (out, size, flags))
ONCEPROOF_TRAP(int, getentropy, (void* out, size_t size), (out, size))
ONCEPROOF_TRAP(unsigned, arc4random, () noexcept, ())
ONCEPROOF_TRAP(unsigned, arc4random_uniform, (unsigned bound) noexcept, (bound))
ONCEPROOF_TRAP(void, arc4random_buf, (void* out, size_t size) noexcept, (out, size))
ONCEPROOF_TRAP_IF(onceproof::sim::traps::reads_randomness(path), FILE*, fopen,
                  (const char* path, const char* how), (path, how))
ONCEPROOF_TRAP_IF(onceproof::sim::traps::reads_randomness(path), FILE*, fopen64,
                  (const char* path, const char* how), (path, how))

// Concurrency.
ONCEPROOF_TRAP(int, pthread_create,
               (pthread_t * out, const pthread_attr_t* with, void* (*run)(void*),
                void* argument) noexcept,
               (out, with, run, argument))
ONCEPROOF_TRAP(int, thrd_create, (thrd_t * out, thrd_start_t run, void* argument),
               (out, run, argument))
ONCEPROOF_TRAP(pid_t, fork, () noexcept, ())

// What the table above has no form for: a third argument that is there or not, and a member.
#define ONCEPROOF_TRAP_OPEN(name)                                                          \
    extern "C" int name(const char* path, int flags, ...) {                                \
        static auto* const real =                                                          \
            onceproof::sim::traps::behind<int(const char*, int, ...)>(#name);              \
        onceproof::sim::traps::look(#name, onceproof::sim::traps::reads_randomness(path)); \
        va_list rest;                                                                      \
        va_start(rest, flags);                                                             \
        const bool creates = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;   \
        const mode_t mode = creates ? va_arg(rest, mode_t) : 0;                            \
        va_end(rest);                                                                      \
        return real(path, flags, mode);                                                    \
    }
ONCEPROOF_TRAP_OPEN(open)
ONCEPROOF_TRAP_OPEN(open64)

extern "C" unsigned onceproof_random_device(void* self) __asm__("_ZNSt13random_device9_M_getvalEv");
extern "C" unsigned onceproof_random_device(void* self) {
    static auto* const real =
        onceproof::sim::traps::behind<unsigned(void*)>("_ZNSt13random_device9_M_getvalEv");
    onceproof::sim::traps::look("std::random_device");
    return real(self);
}
