// Tells of a gate as it is run: on standard output and in the results file.
#pragma once

#include "cli/commands/run_command.hpp"
#include "cli/progress.hpp"
#include "cli/record.hpp"
#include "search/gate.hpp"

#include <cstddef>
#include <cstdint>

namespace onceproof::cli {

class gate_report {
public:
    // WIDEST: the longest name of a scenario. Requires: options and kept outlive this.
    gate_report(const run_options& options, search::seed_range seeds, std::size_t widest,
                record& kept);

    // Requires: it is not used when this is gone.
    search::gate_listener campaign_listener();

private:
    void begin_regressions(std::uint64_t plans);
    void begin(const candidate& c);
    void tell(const search::judged_regressions& j);
    void tell(const candidate& c, const search::judged& j);

    const run_options& options_;
    search::seed_range seeds_;
    std::size_t widest_;
    record& kept_;
    progress_line progress_;
    reports::campaign_entry begun_;  // what is being run
};

}  // namespace onceproof::cli
