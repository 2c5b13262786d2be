// See record.hpp.
#include "cli/record.hpp"

#include "base/escape.hpp"
#include "reports/catalogue.hpp"

#include <utility>

namespace onceproof::cli {

record::record(const results_words& words) {
    if (!words.file.empty()) {
        in_.emplace(words.file);
        run_ = in_->begin(words.by, reports::catalogue_of_this_build(), words.command);
    }
}

void record::begin(const reports::play_entry& play) {
    if (in_) {
        play_ = in_->begin(run_, play);
        is_open_ = true;
    }
}

void record::count(std::uint64_t runs) {
    if (is_open_) {
        in_->count(play_, runs);
    }
}

void record::count(const reports::play_entry& so_far) {
    if (is_open_) {
        in_->count(play_, so_far);
    }
}

void record::found(const reports::finding_entry& what) {
    if (is_open_) {
        in_->found(play_, what);
    }
}

void record::finish(const reports::play_entry& seen) {
    if (is_open_) {
        in_->finish(play_, seen);
        is_open_ = false;
    }
}

exit_status record::end(exit_status status) {
    if (in_) {
        in_->end(run_, status);
    }
    return status;
}

reports::play_entry play_of(const scenarios::scenario& s, const designs::performer& by) {
    reports::play_entry play;
    play.scenario = s.name;
    play.subject = by.as->name;
    play.mutant = by.lacks == nullptr ? std::string_view() : by.lacks->name;
    play.among = by.choice_of_faults();
    return play;
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

exit_status status_of(const reports::store_error& trouble) {
    switch (trouble.what_is) {
        case reports::store_trouble::missing:
            return no_such_file;
        case reports::store_trouble::bad:
            return bad_file;
        case reports::store_trouble::io:
            break;
    }
    return io_error;
}

}  // namespace onceproof::cli
