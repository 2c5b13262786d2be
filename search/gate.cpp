// See gate.hpp.
#include "search/gate.hpp"

#include "search/make_small.hpp"

#include <fmt/format.h>

#include <string>

namespace onceproof::search {
namespace {

class gate {
public:
    gate(const gate_options& options, const gate_listener& who)
        : options_(options), listener_(who), search_(options.how) {}

    // What has once been found is run first.
    void run_regressions(std::span<const candidate> candidates,
                         const std::vector<regression>& known) {
        std::vector<regression> which;
        for (const candidate& c : candidates) {
            for (regression& r : regressions_of(*c.scenario, known)) {
                which.push_back(std::move(r));
            }
        }
        if (which.empty()) {
            return;
        }
        listener_.on_regressions_begin(which.size());
        judged_regressions j;
        j.seen = search::run_regressions(search_, which, telling("regressions"));
        j.rests_on = grounds_of(j.seen);
        j.result = verdict_on(j.rests_on);
        end.counts.add(j.result, {});
        listener_.on_regressions(j);
    }

    void run(std::span<const candidate> candidates) {
        std::chrono::nanoseconds spent{};
        for (std::size_t i = 0; i < candidates.size() && !search_.interrupted(); ++i) {
            std::optional<std::chrono::nanoseconds> share;
            if (options_.time) {
                share = (*options_.time - spent) / static_cast<std::int64_t>(candidates.size() - i);
            }
            spent += run_one(candidates[i], share);
        }
        end.interrupted = search_.interrupted();
    }

    gate_end end;

private:
    std::function<void(const progress&)> telling(std::string doing) const {
        return [this, doing = std::move(doing)](const progress& p) {
            listener_.on_progress(doing, p);
        };
    }

    // How long it took to run.
    std::chrono::nanoseconds run_one(const candidate& c,
                                     std::optional<std::chrono::nanoseconds> share) {
        listener_.on_begin(c);
        campaign_listener who;
        who.on_progress = [&](const progress& p) {
            listener_.on_count(p.jobs);
            listener_.on_progress(c.scenario->name, p);
        };
        who.on_broken = [&](std::uint64_t i, finding f) {
            f.seed = options_.seeds.first + i;
            listener_.on_broken(c, f);
        };
        judged j;
        j.seen = search_.run_seeds(c.run, options_.seeds, who, share);
        listener_.on_count(j.seen.runs);
        j.rests_on = grounds_of(*c.scenario, j.seen, options_.seeds);
        j.result = verdict_on(j.rests_on);
        end.counts.add(j.result, j.seen.findings);
        make_small(c, j.seen.findings);
        listener_.on_judged(c, j);
        quote(c);
        return j.seen.elapsed;
    }

    void make_small(const candidate& c, std::vector<finding>& found) {
        for (finding& f : found) {
            if (options_.shrinks && !search_.interrupted()) {
                search::make_small(
                    search_, *c.scenario, c.under_test, f,
                    telling(fmt::format("{}, making a failure small", c.scenario->name)));
            }
        }
    }

    void quote(const candidate& c) {
        if (!options_.writer_of || c.under_test.lacks != nullptr || search_.interrupted()) {
            return;
        }
        const std::optional<run_writer> run_writer = options_.writer_of(c);
        const std::optional<example> found =
            run_writer ? find_example(search_, *c.scenario, c.under_test, *run_writer,
                                      options_.seeds, telling(std::string(c.scenario->name)))
                       : std::nullopt;
        if (found) {
            listener_.on_example(c, *found);
        }
    }

    const gate_options& options_;
    const gate_listener& listener_;
    campaign search_;
};

}  // namespace

gate_end run_gate(std::span<const candidate> candidates, const std::vector<regression>& known,
                  const gate_options& options, const gate_listener& who) {
    gate g(options, who);
    g.run_regressions(candidates, known);
    g.run(candidates);
    return g.end;
}

}  // namespace onceproof::search
