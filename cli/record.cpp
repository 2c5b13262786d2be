// See record.hpp.
#include "cli/record.hpp"

#include "base/escape.hpp"
#include "reports/catalogue.hpp"

#include <utility>

namespace onceproof::cli {

record::record(const results_words& words) {
    if (!words.file.empty()) {
        in_.emplace(words.file);
        run_ = in_->begin(words.build, reports::catalogue_of_this_build(), words.command);
    }
}

void record::begin(const reports::campaign_entry& campaign) {
    if (in_) {
        campaign_ = in_->begin(run_, campaign);
        is_open_ = true;
    }
}

void record::count(std::uint64_t runs) {
    if (is_open_) {
        in_->count(campaign_, runs);
    }
}

void record::count(const reports::campaign_entry& so_far) {
    if (is_open_) {
        in_->count(campaign_, so_far);
    }
}

void record::found(const reports::finding_entry& what) {
    if (is_open_) {
        in_->found(campaign_, what);
    }
}

void record::finish(const reports::campaign_entry& seen) {
    if (is_open_) {
        in_->finish(campaign_, seen);
        is_open_ = false;
    }
}

exit_status record::end(exit_status status) {
    if (in_) {
        in_->end(run_, status);
    }
    return status;
}

reports::campaign_entry campaign_of(const scenarios::scenario& s,
                                    const designs::implementation& by) {
    reports::campaign_entry campaign;
    campaign.scenario = s.name;
    campaign.subject = by.design->name;
    campaign.mutant = by.lacks == nullptr ? std::string_view() : by.lacks->name;
    campaign.among = by.choice_of_faults();
    return campaign;
}

reports::finding_entry finding_entry_of(const search::finding& f, std::string again) {
    reports::finding_entry entry;
    entry.rule = f.rule;
    entry.sentence = in_words(f);
    entry.first_seed = f.seed.value_or(0);
    entry.seeds = f.times;
    entry.plan = f.plan ? plan_file_of(f) : std::string();
    for (const std::string& line : f.story) {
        entry.story += (entry.story.empty() ? "" : "\n") + base::escape(line);
    }
    entry.again = std::move(again);
    return entry;
}

std::uint64_t milliseconds_of(std::chrono::nanoseconds span) {
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(span).count());
}

exit_status status_of(const reports::store_error& failure) {
    switch (failure.what_is) {
        case reports::store_failure::missing:
            return no_such_file;
        case reports::store_failure::bad:
            return bad_file;
        case reports::store_failure::io:
            break;
    }
    return io_error;
}

}  // namespace onceproof::cli
