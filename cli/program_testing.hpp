// For tests of the command from end to end: runs the program.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <string>

namespace onceproof::cli {

struct finished {
    int status;
    std::string output;
};

// Runs a shell command; its standard error goes where SHELL sends it.
inline finished run_shell(const std::string& shell) {
    FILE* pipe = popen(shell.c_str(), "r");
    std::array<char, 4096> part;
    std::string output;
    std::size_t n = 0;
    while ((n = fread(part.data(), 1, part.size(), pipe)) > 0) {
        output.append(part.data(), n);
    }
    const int status = pclose(pipe);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), output};
}

// Whatever results file whoever runs the tests may have named.
inline finished onceproof(const std::string& words) {
    return run_shell("env -u ONCEPROOF_RESULTS " + std::string(ONCEPROOF_PROGRAM) + ' ' + words +
                     " 2>&1");
}

}  // namespace onceproof::cli
