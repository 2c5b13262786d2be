// The command `onceproof`.
#include "cli/command_line.hpp"
#include "cli/version.hpp"
#include "sim/trace.hpp"

#include <fmt/format.h>

// What decides whether a run can be reproduced.
static std::string version_text() {
    return fmt::format("onceproof {} ({}), {}, Boost {}, trace format {}", onceproof::cli::version,
                       onceproof::cli::commit, onceproof::cli::compiler,
                       onceproof::cli::boost_version, onceproof::sim::trace::format_version);
}

int main(int argc, char** argv) {
    return onceproof::cli::run_command_line(argc, argv, version_text());
}
