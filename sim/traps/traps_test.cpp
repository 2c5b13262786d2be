// Each trap is tried on its own: inside a step, outside, switched off, and set to abort.
#include "sim/traps/traps.hpp"

#include "sim/host.hpp"
#include "sim/process.hpp"
#include "sim/world.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <future>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace onceproof::sim {
namespace {

using namespace std::chrono_literals;

// Code that must not run in a step, and the name under which it is reported.
struct forbidden {
    const char* name;
    void (*call)();
    const char* through = "";  // what calls that function, where the code does not do it itself
};

constexpr timespec no_time{0, 0};

// Uses what a function returns, so that the compiler neither drops the call nor complains.
template <class T>
void use(T result) {
    [[maybe_unused]] const volatile T kept = result;
}

template <class Clock>
void look_at() {
    use(Clock::now().time_since_epoch().count());
}

void start_posix_thread() {
    pthread_t thread{};
    const auto idle = [](void* p) { return p; };
    ASSERT_EQ(pthread_create(&thread, nullptr, idle, nullptr), 0);
    pthread_join(thread, nullptr);
}

void start_c_thread() {
    thrd_t thread{};
    const auto idle = [](void*) { return 0; };
    ASSERT_EQ(thrd_create(&thread, idle, nullptr), thrd_success);
    thrd_join(thread, nullptr);
}

void start_child() {
    const pid_t child = fork();
    if (child == 0) {
        _exit(0);
    }
    ASSERT_EQ(waitpid(child, nullptr, 0), child);
}

char byte;
timespec span;

const std::vector<forbidden> all{
    {"time", [] { use(time(nullptr)); }},
    {"clock_gettime", [] { use(clock_gettime(CLOCK_REALTIME, &span)); }},
    {"clock_gettime", &look_at<std::chrono::system_clock>, "system_clock"},
    {"clock_gettime", &look_at<std::chrono::steady_clock>, "steady_clock"},
    {"gettimeofday",
     [] {
         timeval t;
         use(gettimeofday(&t, nullptr));
     }},
    {"timespec_get", [] { use(timespec_get(&span, TIME_UTC)); }},
    {"clock", [] { use(clock()); }},
    {"times",
     [] {
         tms t;
         use(times(&t));
     }},
    {"getrusage",
     [] {
         rusage r;
         use(getrusage(RUSAGE_SELF, &r));
     }},

    {"sleep", [] { use(sleep(0)); }},
    {"usleep", [] { use(usleep(0)); }},
    {"nanosleep", [] { use(nanosleep(&no_time, nullptr)); }},
    {"nanosleep", [] { std::this_thread::sleep_for(1ns); }, "sleep_for"},
    {"clock_nanosleep", [] { use(clock_nanosleep(CLOCK_MONOTONIC, 0, &no_time, nullptr)); }},
    {"thrd_sleep", [] { use(thrd_sleep(&no_time, nullptr)); }},

    {"rand", [] { use(rand()); }},
    {"random", [] { use(random()); }},
    {"drand48", [] { use(drand48()); }},
    {"lrand48", [] { use(lrand48()); }},
    {"mrand48", [] { use(mrand48()); }},
    {"getrandom", [] { use(getrandom(&byte, 1, 0)); }},
    {"getentropy", [] { use(getentropy(&byte, 1)); }},
    {"arc4random", [] { use(arc4random()); }},
    {"arc4random_uniform", [] { use(arc4random_uniform(6)); }},
    {"arc4random_buf", [] { arc4random_buf(&byte, 1); }},
    {"std::random_device",
     [] {
         static std::random_device d;
         use(d());
     }},
    {"open", [] { close(open("/dev/urandom", O_RDONLY)); }},
    {"open", [] { close(open("/dev/random", O_RDONLY)); }, "the_blocking_device"},
    {"open64", [] { close(open64("/dev/urandom", O_RDONLY)); }},
    {"fopen", [] { fclose(fopen("/dev/urandom", "r")); }},
    {"fopen64", [] { fclose(fopen64("/dev/urandom", "r")); }},

    {"pthread_create", &start_posix_thread},
    {"pthread_create", [] { std::thread([] {}).join(); }, "thread"},
    {"pthread_create", [] { std::async(std::launch::async, [] {}).get(); }, "async"},
    {"thrd_create", &start_c_thread},
    {"fork", &start_child},
};

// What is seen while a process runs CALL as a step of a world.
std::string sighting_in_step(traps::mode mode, const std::function<void()>& call) {
    world w({.seed = 1});
    process& p = w.add_host("shop").add_process("api-1", [&](incarnation&) { call(); });
    w.after(5ms, [&] { p.start(); });
    const traps::mode before = traps::set(mode);
    w.run();
    traps::set(before);
    return traps::take_sighting();
}

class trap : public ::testing::TestWithParam<forbidden> {};

TEST_P(trap, CatchesByNameInsideAStep) {
    EXPECT_EQ(sighting_in_step(traps::mode::observe, GetParam().call),
              std::string(GetParam().name) + " in step 2 at 5.000000 ms, process api-1");
}

TEST_P(trap, IsSilentOutsideOfAStepAndWhenOff) {
    const traps::mode before = traps::set(traps::mode::observe);
    GetParam().call();
    traps::set(before);
    EXPECT_EQ(traps::take_sighting(), "");
    EXPECT_EQ(sighting_in_step(traps::mode::off, GetParam().call), "");
}

TEST_P(trap, EndsTheProgramInModeAbort) {
    EXPECT_EXIT(sighting_in_step(traps::mode::abort, GetParam().call),
                ::testing::ExitedWithCode(70),
                std::string("nondeterminism: ") + GetParam().name + " in step 2 ");
}

std::string name_of(const ::testing::TestParamInfo<forbidden>& info) {
    const std::string through = info.param.through;
    std::string name = info.param.name + (through.empty() ? "" : "_through_" + through);
    std::replace(name.begin(), name.end(), ':', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(each, trap, ::testing::ValuesIn(all), &name_of);

TEST(Traps, AreOffUnlessSet) {
    EXPECT_EQ(traps::set(traps::mode::off), traps::mode::off);
}

TEST(Traps, RememberTheFirstSightingUntilItIsTaken) {
    EXPECT_EQ(sighting_in_step(traps::mode::observe,
                               [] {
                                   use(clock());
                                   use(rand());
                               }),
              "clock in step 2 at 5.000000 ms, process api-1");
    EXPECT_EQ(traps::take_sighting(), "");
}

TEST(Traps, NameTheScenariosOwnScriptAsNoProcess) {
    world w({});
    w.after(0ms, [] { use(clock()); });
    traps::set(traps::mode::observe);
    w.run();
    traps::set(traps::mode::off);
    EXPECT_EQ(traps::take_sighting(), "clock in step 1 at 0.000000 ms, outside any process");
}

// A world within a step of another: the outer step goes on after the inner one has ended.
TEST(Traps, StillCatchAfterAnInnerWorldHasRun) {
    EXPECT_EQ(sighting_in_step(traps::mode::observe,
                               [] {
                                   world inner({});
                                   inner.after(1ms, [] {});
                                   inner.run();
                                   use(clock());
                               }),
              "clock in step 2 at 5.000000 ms, process api-1");
}

// The traps give what they were asked for: values, files, their contents and their permissions.
TEST(Traps, LetTheRealFunctionsDoTheirWork) {
    const std::string path = ::testing::TempDir() + "traps_test." + std::to_string(getpid());
    const mode_t mask = umask(0);
    const int made = open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY, 0640);
    umask(mask);
    ASSERT_GE(made, 0);
    EXPECT_EQ(write(made, "hello", 5), 5);
    close(made);
    struct stat found{};
    ASSERT_EQ(stat(path.c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777U, 0640U);
    std::string text;
    EXPECT_EQ(sighting_in_step(traps::mode::observe, [&] { std::ifstream(path) >> text; }), "");
    EXPECT_EQ(text, "hello");
    unlink(path.c_str());

    EXPECT_GT(time(nullptr), 1'700'000'000);
    EXPECT_EQ(clock_gettime(-1, &span), -1);
    EXPECT_EQ(open("/nowhere/at/all", O_RDONLY), -1);
    EXPECT_EQ(errno, ENOENT);
}

TEST(Traps, CatchAStreamThatReadsTheRandomDevice) {
    const std::string seen = sighting_in_step(traps::mode::observe, [] {
        std::ifstream random("/dev/urandom");
        use(random.get());
    });
    EXPECT_THAT(seen, ::testing::StartsWith("fopen"));
}

}  // namespace
}  // namespace onceproof::sim
