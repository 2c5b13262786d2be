// See plan_command.hpp.
#include "cli/commands/plan_command.hpp"

#include "base/files.hpp"
#include "cli/report_parts.hpp"
#include "cli/watchdog_scope.hpp"
#include "search/plan_file/trial_json.hpp"
#include "search/shrink.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <optional>

namespace onceproof::cli {

exit_status print_plan(const run_words& which) {
    const watchdog_scope under_watch;
    fmt::print("{}", search::to_json(find_trial(which)));
    return held;
}

exit_status shrink(const shrink_command_options& options) {
    const watchdog_scope under_watch;
    const std::optional<search::shrunk> small = search::shrink(find_trial(options.which));
    if (!small) {
        fmt::print(stderr, "onceproof: that run breaks no rule, so there is nothing to shrink\n");
        return inconclusive;
    }
    const search::finding found = finding_of(*small);
    const std::string text = plan_file_of(found);
    if (options.out.empty()) {
        fmt::print("{}", text);
        return status_of(search::gravity_of(found.rule));
    }
    base::write_file(options.out, text);
    for (const std::string& line : found.story) {
        fmt::print("// {}\n", line);
    }
    fmt::print("reproduce: onceproof replay --plan {}\n", options.out);
    return status_of(search::gravity_of(found.rule));
}

}  // namespace onceproof::cli
