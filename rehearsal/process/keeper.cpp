// See keeper.hpp.
#include "rehearsal/process/keeper.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <set>
#include <system_error>

namespace onceproof::rehearsal {
namespace {

// In the process of its own. What it reads are groups: a positive one is to be watched, a negative
// one has ended.
[[noreturn]] void keep_until_end_of(int pipe) {
    setsid();
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        std::signal(signal, SIG_IGN);
    }
    std::set<pid_t> groups;
    pid_t said = 0;
    while (true) {
        const ssize_t n = read(pipe, &said, sizeof said);
        if (n == sizeof said) {
            if (said > 0) {
                groups.insert(said);
            } else {
                groups.erase(-said);
            }
        } else if (n >= 0 || errno != EINTR) {
            break;
        }
    }
    for (const pid_t group : groups) {
        kill(-group, SIGKILL);
    }
    _exit(0);
}

void say(int pipe, pid_t group) {
    while (write(pipe, &group, sizeof group) < 0 && errno == EINTR) {
    }
}

}  // namespace

keeper::keeper() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw std::system_error(errno, std::generic_category(), "a pipe");
    }
    process_ = fork();
    if (process_ == 0) {
        dup2(ends[0], STDIN_FILENO);
        close_range(STDIN_FILENO + 1, ~0U, 0);
        keep_until_end_of(STDIN_FILENO);
    }
    close(ends[0]);
    pipe_ = ends[1];
    if (process_ < 0) {
        close(pipe_);
        throw std::system_error(errno, std::generic_category(), "a process");
    }
}

keeper::~keeper() {
    close(pipe_);
    waitpid(process_, nullptr, 0);
}

void keeper::watch(pid_t group) {
    say(pipe_, group);
}

void keeper::forget(pid_t group) {
    say(pipe_, -group);
}

}  // namespace onceproof::rehearsal
