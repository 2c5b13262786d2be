// The results file: what commands saw, kept as they see it, for reports. One SQLite file; commands
// may write to it at the same time.
//
// What is added is committed at once, so a process that is killed loses nothing of it. All
// functions throw store_error: a sentence that names the file.
#pragma once

#include "reports/evidence.hpp"
#include "reports/results/store.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace onceproof::reports {

class results {
public:
    // store::mode::existing: one that was written by an older version is brought up to date.
    explicit results(const std::string& file, store::mode how = store::mode::create);

    // --- For a command that runs. A run, and a run of it, are known by their numbers. ---

    std::int64_t begin(const build& by, const catalogue& what, std::string_view command);
    void end(std::int64_t run, std::int64_t status);

    // Of CAMPAIGN what runs what, and which seeds; the rest is not known yet.
    std::int64_t begin(std::int64_t run, const campaign_entry& campaign);
    // So many runs have been run so far.
    void count(std::int64_t campaign, std::uint64_t runs);
    // The same with the marks, and with how far a search has come.
    void count(std::int64_t campaign, const campaign_entry& so_far);
    // One that was found before under the same rule stays, if its seed comes first.
    void found(std::int64_t campaign, const finding_entry& what);
    // It is over; what was known of it before is replaced.
    void finish(std::int64_t campaign, const campaign_entry& seen);

    void add(std::int64_t run, const example_entry& e);
    // Replaces what was known of that implementation in that run.
    void add(std::int64_t run, const proof_entry& p);
    void add(std::int64_t run, const window_entry& w);
    void add(std::int64_t run, const lateness_entry& l);

    // --- For who reads ---

    // Of the build that began the last run, everything; store_failure::bad if there is no run.
    evidence read();

    // --- For merging ---

    // Adds all runs of FROM. Who merges asks first whether they are by one build.
    void add(const evidence& from);

private:
    std::int64_t build_number(const build& by);
    void write(std::int64_t build, const catalogue& what);
    void write_words(std::int64_t build, std::string_view kind, std::string_view owner,
                     const std::vector<named_words>& all);
    void write_counts(std::int64_t campaign, const campaign_entry& seen);
    void write_results(std::int64_t campaign, const campaign_entry& seen);

    catalogue read_catalogue(std::int64_t build);
    std::vector<named_words> read_words(std::int64_t build, std::string_view kind,
                                        std::string_view owner);
    void read_campaigns(std::int64_t run, run_entry& to);
    void read_campaign(std::int64_t campaign, campaign_entry& to);
    void read_rest(std::int64_t run, run_entry& to);

    store in_;
};

}  // namespace onceproof::reports
