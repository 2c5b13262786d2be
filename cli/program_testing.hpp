// For tests of the command from end to end: runs the program.
#pragma once

#include "designs/subject.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

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

// How many mutants lack that guard: of one subject, or of all.
inline std::size_t count_mutants(std::string_view guard, std::string_view subject = "") {
    const auto all = designs::all_mutants();
    return static_cast<std::size_t>(std::ranges::count_if(all, [&](const designs::mutant& m) {
        return m.guard == guard && (subject.empty() || m.subject == subject);
    }));
}

}  // namespace onceproof::cli
