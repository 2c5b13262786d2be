// See exhaustive_run.hpp.
#include "search/exhaustive/exhaustive_run.hpp"

#include "search/exhaustive/certificate_json.hpp"
#include "search/files.hpp"
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
    of.scenario = c.what->name;
    const std::string among = c.by.choice_of_faults();
    of.by = fmt::format("{}{}{}", c.by.name(), among.empty() ? "" : ", ", among);
    of.faults_max = search.faults_max;
    of.part = search.part;
    return of;
}

class exhaustive_run {
public:
    exhaustive_run(const exhaustive_run_options& options, const exhaustive_audience& who)
        : options_(options), who_(who) {}

    void play(const candidate& c) {
        who_.on_begin(c);
        certified all{search_and_save(c), {}};
        all.rests_on = grounds_of(*c.what, all.seen);
        all.is = verdict_on(all.rests_on);
        end.counts.add(all.is, all.seen.found);
        end.interrupted = all.seen.interrupted;
        if (options_.shrinks && !all.seen.interrupted) {
            make_all_small(c, all.seen.found);
        }
        who_.on_certified(c, all);
    }

    gate_end end;

private:
    certificate search(const candidate& c, const certificate* before) {
        exhaustive_options options = options_.search;
        options.on_seen = [&](const certificate& so_far) { who_.on_seen(c, so_far); };
        audience parts;
        parts.on_progress = [&](const progress& p) { who_.on_progress(c, p); };
        parts.on_broken = [&](std::uint64_t, const finding& f) { who_.on_broken(c, f); };
        return search_exhaustively(*c.what, c.by, options, options_.how, parts, before);
    }

    certificate search_and_save(const candidate& c) {
        if (options_.resume.empty()) {
            return search(c, nullptr);
        }
        const search_identity of = identity_of(c, options_.search);
        try {
            std::optional<certificate> before;
            if (std::filesystem::exists(options_.resume)) {
                before = read_certificate(content_of(options_.resume), of);
            }
            certificate seen = search(c, before ? &*before : nullptr);
            write_file(options_.resume, to_json(seen, of));
            return seen;
        } catch (const bad_certificate& why) {
            throw bad_certificate(fmt::format("{}: {}", options_.resume, why.what()));
        }
    }

    void make_all_small(const candidate& c, std::vector<finding>& found) {
        campaign workers({});
        for (finding& f : found) {
            if (!workers.interrupted()) {
                make_small(workers, *c.what, c.by, f);
            }
        }
    }

    const exhaustive_run_options& options_;
    const exhaustive_audience& who_;
};

}  // namespace

gate_end run_exhaustively(std::span<const candidate> candidates,
                          const exhaustive_run_options& options, const exhaustive_audience& who) {
    exhaustive_run all(options, who);
    for (const candidate& c : candidates) {
        if (!all.end.interrupted) {
            all.play(c);
        }
    }
    return all.end;
}

}  // namespace onceproof::search
