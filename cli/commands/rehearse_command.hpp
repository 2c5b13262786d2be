// `onceproof rehearse`: a service that runs as real processes, judged by what goes wrong around it.
#pragma once

#include "cli/exit_status.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace onceproof::cli {

struct rehearse_options {
    std::string file;               // service.toml
    bool check = false;             // only say what was understood
    std::string plan;               // a file; empty: all single faults
    std::vector<std::string> only;  // kinds of faults; empty: all
    std::uint32_t again = 20;
    std::string logs = "onceproof-rehearsal";  // a folder
    bool json = false;
    bool quiet = false;
};

// Throws a complaint, a bad file is 65; base::unreadable_file.
exit_status rehearse(const rehearse_options& options);

}  // namespace onceproof::cli
