// See exhaustive_run.hpp.
#include "search/exhaustive/exhaustive_run.hpp"

#include "base/files.hpp"
#include "search/exhaustive/certificate_json.hpp"
#include "search/make_small.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace onceproof::search {
namespace {

search_identity identity_of(const candidate& c, const exhaustive_options& search) {
    search_identity of;
    of.scenario = c.scenario->name;
    const std::string among = c.under_test.choice_of_faults();
    of.under_test = fmt::format("{}{}{}", c.under_test.name(), among.empty() ? "" : ", ", among);
    of.faults_max = search.faults_max;
    of.part = search.part;
    return of;
}

class exhaustive_run {
public:
    exhaustive_run(const exhaustive_run_options& options, const exhaustive_listener& who)
        : options_(options), listener_(who) {}

    void run(const candidate& c) {
        listener_.on_begin(c);
        certified all{search_and_save(c), {}};
        all.rests_on = grounds_of(*c.scenario, all.seen);
        all.result = verdict_on(all.rests_on);
        end.counts.add(all.result, all.seen.found);
        end.interrupted = all.seen.interrupted;
        if (options_.shrinks && !all.seen.interrupted) {
            make_all_small(c, all.seen.found);
        }
        listener_.on_certified(c, all);
    }

    gate_end end;

private:
    certificate search(const candidate& c, const certificate* before) {
        exhaustive_options options = options_.search;
        options.on_seen = [&](const certificate& so_far) { listener_.on_seen(c, so_far); };
        campaign_listener parts;
        parts.on_progress = [&](const progress& p) { listener_.on_progress(c, p); };
        parts.on_broken = [&](std::uint64_t, const finding& f) { listener_.on_broken(c, f); };
        return search_exhaustively(*c.scenario, c.under_test, options, options_.how, parts, before);
    }

    certificate search_and_save(const candidate& c) {
        if (options_.resume.empty()) {
            return search(c, nullptr);
        }
        const search_identity of = identity_of(c, options_.search);
        try {
            std::optional<certificate> before;
            if (std::filesystem::exists(options_.resume)) {
                before = read_certificate(base::content_of(options_.resume), of);
            }
            certificate seen = search(c, before ? &*before : nullptr);
            base::write_file(options_.resume, to_json(seen, of));
            return seen;
        } catch (const bad_certificate& why) {
            throw bad_certificate(fmt::format("{}: {}", options_.resume, why.what()));
        }
    }

    void make_all_small(const candidate& c, std::vector<finding>& found) {
        campaign workers({});
        for (finding& f : found) {
            if (!workers.interrupted()) {
                make_small(workers, *c.scenario, c.under_test, f);
            }
        }
    }

    const exhaustive_run_options& options_;
    const exhaustive_listener& listener_;
};

}  // namespace

gate_end run_exhaustively(std::span<const candidate> candidates,
                          const exhaustive_run_options& options, const exhaustive_listener& who) {
    exhaustive_run all(options, who);
    for (const candidate& c : candidates) {
        if (!all.end.interrupted) {
            all.run(c);
        }
    }
    return all.end;
}

}  // namespace onceproof::search
