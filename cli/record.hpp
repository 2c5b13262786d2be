// What a command keeps in a results file while it works; nothing if the user named none.
#pragma once

#include "cli/exit_status.hpp"
#include "cli/findings.hpp"
#include "reports/results/results.hpp"
#include "search/workers/campaign.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace onceproof::cli {

struct results_words {
    std::string file;  // empty: none
    reports::build build{};
    std::string command{};  // the words of the command, as they were
};

// Throws reports::store_error.
class record {
public:
    explicit record(const results_words& words);

    bool is_kept() const { return in_.has_value(); }

    // A scenario that is being run, one at a time; what is counted or found is of it.
    void begin(const reports::campaign_entry& campaign);
    void count(std::uint64_t runs);
    void count(const reports::campaign_entry& so_far);
    void found(const reports::finding_entry& what);
    void finish(const reports::campaign_entry& seen);

    template <class Entry>
    void add(const Entry& e) {
        if (in_) {
            in_->add(run_, e);
        }
    }

    // The command is over; answers STATUS.
    exit_status end(exit_status status);

private:
    std::optional<reports::results> in_;
    std::int64_t run_ = 0;
    std::int64_t campaign_ = 0;
    bool is_open_ = false;  // the run
};

// What is under test, and where.
reports::campaign_entry campaign_of(const scenarios::scenario& s,
                                    const designs::implementation& by);

// AGAIN: the command that runs it again.
reports::finding_entry finding_entry_of(const search::finding& f, std::string again);

std::uint64_t milliseconds_of(std::chrono::nanoseconds span);

// The status that a failure of a results file ends the program with.
exit_status status_of(const reports::store_error& failure);

}  // namespace onceproof::cli
