// See child.hpp.
#include "rehearsal/process/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <utility>

namespace onceproof::rehearsal {
namespace {

// What a child needs, made before the fork.
struct launch {
    std::vector<std::string> texts{};
    std::vector<char*> words{};
    std::vector<char*> env{};
};

launch launch_of(const child_spec& spec) {
    launch made;
    made.texts = spec.command;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text = *variable;
        if (model::find_field(spec.env, text.substr(0, text.find('='))) == nullptr) {
            made.env.push_back(*variable);
        }
    }
    for (const model::field& f : spec.env) {
        made.texts.push_back(f.name + '=' + f.value);
    }
    for (std::size_t i = 0; i < made.texts.size(); ++i) {
        (i < spec.command.size() ? made.words : made.env).push_back(made.texts[i].data());
    }
    made.words.push_back(nullptr);
    made.env.push_back(nullptr);
    return made;
}

bool becomes_user(const child_spec& spec) {
    return !spec.user ||
           (setgroups(0, nullptr) == 0 && setgid(*spec.group) == 0 && setuid(*spec.user) == 0);
}

// In the child. Returns only if it cannot be started; errno says why.
void become(const child_spec& spec, const launch& made, int output, pid_t parent) {
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);  // Asio's sockets are not
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    std::signal(SIGPIPE, SIG_DFL);
    // A change of user forgets the signal, so it is asked for after that.
    if (chdir(spec.folder.c_str()) != 0 || !becomes_user(spec) ||
        prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) {
        return;
    }
    execvpe(made.words[0], made.words.data(), made.env.data());
}

}  // namespace

child::child(boost::asio::io_context& on, keeper& kept_by, const child_spec& spec,
             std::function<void(int)> at_end)
    : keeper_(kept_by), end_(on), at_end_(std::move(at_end)) {
    launch made = launch_of(spec);
    const int output = open(spec.output.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    std::array<int, 2> why{};
    if (output < 0 || pipe2(why.data(), O_CLOEXEC) != 0) {
        throw std::system_error(errno, std::generic_category(), spec.output);
    }
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ == 0) {
        setpgid(0, 0);
        const int failures = dup(why[1]);
        become(spec, made, output, parent);
        const int reason = errno;
        [[maybe_unused]] const ssize_t n = write(failures, &reason, sizeof reason);
        _exit(127);
    }
    close(output);
    close(why[1]);
    int reason = pid_ < 0 ? errno : 0;
    if (pid_ > 0) {
        setpgid(pid_, pid_);
        keeper_.watch(pid_);
        [[maybe_unused]] const ssize_t n = read(why[0], &reason, sizeof reason);
    }
    close(why[0]);
    alive_ = pid_ > 0;
    if (reason != 0) {
        reap(false);
        throw std::system_error(reason, std::generic_category(), spec.command.front());
    }
    // glibc 2.36 declares pidfd_open() as if it were C++.
    end_.assign(static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)));
    end_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                    [this, is_here = std::weak_ptr(here_)](const boost::system::error_code&) {
                        if (!is_here.expired()) {
                            reap(true);
                        }
                    });
}

child::~child() {
    reap(false);
}

void child::signal(int number) {
    if (alive_) {
        kill(-pid_, number);
    }
}

// The group goes first: while its leader is not waited for, no other group can have its number.
void child::reap(bool is_to_be_told) {
    if (!std::exchange(alive_, false)) {
        return;
    }
    kill(-pid_, SIGKILL);
    int waited = 0;
    while (waitpid(pid_, &waited, 0) < 0 && errno == EINTR) {
    }
    keeper_.forget(pid_);
    if (is_to_be_told && at_end_) {
        at_end_(waited);
    }
}

std::string end_in_words(int waited) {
    return WIFSIGNALED(waited)
               ? fmt::format("signal {} ({})", WTERMSIG(waited), strsignal(WTERMSIG(waited)))
               : fmt::format("status {}", WEXITSTATUS(waited));
}

}  // namespace onceproof::rehearsal
