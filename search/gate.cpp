// See gate.hpp.
#include "search/gate.hpp"

#include "search/make_small.hpp"

#include <fmt/format.h>

#include <string>

namespace onceproof::search {
namespace {

class gate {
public:
    gate(const gate_options& options, const gate_audience& who)
        : options_(options), who_(who), search_(options.how) {}

    // What has once been found is played first.
    void play_regressions(std::span<const candidate> candidates,
                          const std::vector<regression>& known) {
        std::vector<regression> which;
        for (const candidate& c : candidates) {
            for (regression& r : regressions_of(*c.what, known)) {
                which.push_back(std::move(r));
            }
        }
        if (which.empty()) {
            return;
        }
        who_.on_regressions_begin(which.size());
        judged_regressions j;
        j.seen = search::play_regressions(search_, which, telling("regressions"));
        j.rests_on = grounds_of(j.seen);
        j.is = verdict_on(j.rests_on);
        end.counts.add(j.is, {});
        who_.on_regressions(j);
    }

    void play(std::span<const candidate> candidates) {
        std::chrono::nanoseconds spent{};
        for (std::size_t i = 0; i < candidates.size() && !search_.interrupted(); ++i) {
            std::optional<std::chrono::nanoseconds> share;
            if (options_.time) {
                share = (*options_.time - spent) / static_cast<std::int64_t>(candidates.size() - i);
            }
            spent += play_one(candidates[i], share);
        }
        end.interrupted = search_.interrupted();
    }

    gate_end end;

private:
    std::function<void(const progress&)> telling(std::string doing) const {
        return [this, doing = std::move(doing)](const progress& p) { who_.on_progress(doing, p); };
    }

    // How long it took to play.
    std::chrono::nanoseconds play_one(const candidate& c,
                                      std::optional<std::chrono::nanoseconds> share) {
        who_.on_begin(c);
        audience who;
        who.on_progress = [&](const progress& p) {
            who_.on_count(p.jobs);
            who_.on_progress(c.what->name, p);
        };
        who.on_broken = [&](std::uint64_t i, finding f) {
            f.seed = options_.seeds.first + i;
            who_.on_broken(c, f);
        };
        judged j;
        j.seen = search_.play_seeds(c.play, options_.seeds, who, share);
        who_.on_count(j.seen.runs);
        j.rests_on = grounds_of(*c.what, j.seen, options_.seeds);
        j.is = verdict_on(j.rests_on);
        end.counts.add(j.is, j.seen.findings);
        make_small(c, j.seen.findings);
        who_.on_judged(c, j);
        quote(c);
        return j.seen.elapsed;
    }

    void make_small(const candidate& c, std::vector<finding>& found) {
        for (finding& f : found) {
            if (options_.shrinks && !search_.interrupted()) {
                search::make_small(
                    search_, *c.what, c.by, f,
                    telling(fmt::format("{}, making a failure small", c.what->name)));
            }
        }
    }

    void quote(const candidate& c) {
        if (!options_.teller_of || c.by.lacks != nullptr || search_.interrupted()) {
            return;
        }
        const std::optional<teller> teller = options_.teller_of(c);
        const std::optional<exhibit> found =
            teller ? find_exhibit(search_, *c.what, c.by, *teller, options_.seeds,
                                  telling(std::string(c.what->name)))
                   : std::nullopt;
        if (found) {
            who_.on_exhibit(c, *found);
        }
    }

    const gate_options& options_;
    const gate_audience& who_;
    campaign search_;
};

}  // namespace

gate_end play_gate(std::span<const candidate> candidates, const std::vector<regression>& known,
                   const gate_options& options, const gate_audience& who) {
    gate g(options, who);
    g.play_regressions(candidates, known);
    g.play(candidates);
    return g.end;
}

}  // namespace onceproof::search
