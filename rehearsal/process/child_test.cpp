// Processes that we start: they end when we do, however that is, and so does what they started.
#include "rehearsal/process/child.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

namespace onceproof::rehearsal {
namespace {

child_spec shell(const std::string& words) {
    return {.command = {"/bin/sh", "-c", words}, .folder = "/", .output = "/dev/null"};
}

TEST(Child, ItsEndIsTold) {
    boost::asio::io_context on;
    keeper keeps;
    std::optional<int> ended;
    const child one(on, keeps, shell("exit 3"), [&](int waited) { ended = waited; });
    on.run();
    ASSERT_TRUE(ended);
    EXPECT_EQ(end_in_words(*ended), "status 3");
    EXPECT_FALSE(one.is_alive());
}

TEST(Child, AProgramThatIsNotThereIsNamed) {
    boost::asio::io_context on;
    keeper keeps;
    child_spec wrong = shell("");
    wrong.command = {"/no/such/program"};
    try {
        const child one(on, keeps, wrong, {});
        FAIL() << "it was started";
    } catch (const std::system_error& failed) {
        EXPECT_EQ(failed.code().value(), ENOENT);
        EXPECT_THAT(failed.what(), ::testing::HasSubstr("/no/such/program"));
    }
}

// A pipe whose other end is held open by all that a program starts: it ends when all have ended.
class pipe_of_lives {
public:
    pipe_of_lives() { EXPECT_EQ(pipe(ends_.data()), 0); }
    ~pipe_of_lives() { close(ends_[0]); }

    int other_end() const { return ends_[1]; }

    // False: some are left. The bound is for a test that fails.
    bool have_all_ended() {
        close(ends_[1]);
        pollfd one{ends_[0], POLLIN, 0};
        char byte = 0;
        ssize_t n = 1;
        while (n > 0 && poll(&one, 1, 20'000) == 1) {
            n = read(ends_[0], &byte, 1);
        }
        return n == 0;
    }

private:
    std::array<int, 2> ends_{};
};

// Its shell and what that started hold the file open, which the child itself got by its name.
child_spec with_a_grandchild(const pipe_of_lives& lives) {
    return shell("exec 9>/proc/" + std::to_string(getpid()) + "/fd/" +
                 std::to_string(lives.other_end()) + "; cat /dev/zero >/dev/null & echo >&9; wait");
}

void wait_for_a_line(int pipe) {
    char byte = 0;
    ASSERT_EQ(read(pipe, &byte, 1), 1);
}

TEST(Child, WhatItStartedEndsWithIt) {
    pipe_of_lives lives;
    boost::asio::io_context on;
    keeper keeps;
    const child_spec spec = with_a_grandchild(lives);
    {
        const child one(on, keeps, spec, {});
    }
    EXPECT_TRUE(lives.have_all_ended());
}

// As `kill -9` of onceproof: no destructor runs, and the grandchild is nobody's child any more.
TEST(Child, NothingIsLeftWhenTheProgramIsKilled) {
    pipe_of_lives lives;
    std::array<int, 2> started{};
    ASSERT_EQ(pipe(started.data()), 0);
    const child_spec spec = [&] {
        child_spec s = with_a_grandchild(lives);
        s.command[2] = "exec 8>/proc/" + std::to_string(getpid()) + "/fd/" +
                       std::to_string(started[1]) + "; " + s.command[2] + " & echo >&8; wait";
        return s;
    }();
    const pid_t program = fork();
    if (program == 0) {
        boost::asio::io_context on;
        keeper keeps;
        const child one(on, keeps, spec, {});
        on.run();
        _exit(0);
    }
    wait_for_a_line(started[0]);
    kill(program, SIGKILL);
    waitpid(program, nullptr, 0);
    EXPECT_TRUE(lives.have_all_ended());
}

}  // namespace
}  // namespace onceproof::rehearsal
