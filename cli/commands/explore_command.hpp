// `onceproof explore`: one run to walk through and to change, in the browser or at a prompt.
#pragma once

#include "cli/exit_status.hpp"
#include "scenarios/names.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace onceproof::cli {

struct explore_options {
    std::string scenario;               // empty: the first, unless there is a file or a plan
    std::string scenario_file;          // of the user's own; empty: none
    std::optional<std::uint64_t> seed;  // none: the calm run
    std::string plan;                   // a file; empty: none
    scenarios::implementation_words under_test{};
    bool terminal = false;
    std::uint16_t port = 0;  // of the loopback; 0: one that is free
    std::string browser = "auto";
    std::string folder = "onceproof-regressions";  // where plans are saved
    std::string version;
    bool colour = false;
};

// Until it is told to end. At the prompt: `usage` if it could not do all that was asked. Throws a
// complaint, scenarios::unknown_name or std::system_error.
exit_status explore(const explore_options& options);

}  // namespace onceproof::cli
