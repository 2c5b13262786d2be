// See shrink.hpp.
#include "search/shrink.hpp"

#include "faults/intent_name.hpp"
#include "faults/strategies/exhaustive.hpp"
#include "faults/words.hpp"
#include "scenarios/roles/role.hpp"
#include "search/proof/intact_baseline.hpp"
#include "search/runner.hpp"
#include "search/workers/job.hpp"

#include <fmt/format.h>
#include <rapidcheck/Seq.h>
#include <rapidcheck/seq/Create.h>
#include <rapidcheck/shrinkable/Create.h>
#include <rapidcheck/shrinkable/Operations.h>

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace onceproof::search {
namespace {

using faults::alternative;
using faults::kind_row;
using faults::planned_fault;

std::optional<finding> first_broken(const run_report& r, const std::string& rule) {
    const std::vector<finding> all = broken_in(r);
    const auto found =
        std::ranges::find_if(all, [&](const finding& f) { return rule.empty() || rule == f.rule; });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

bool breaks(const run_report& r, const finding& f) {
    if (f.intent == 0) {
        return first_broken(r, f.rule).has_value();
    }
    return std::any_of(r.violations.begin(), r.violations.end(), [&](const model::violation& v) {
        return v.intent == f.intent && f.rule == to_text(v.broken);
    });
}

// What else of that intent the run breaks.
std::vector<finding> broken_beside(const run_report& r, const finding& f) {
    std::vector<finding> others = broken_in(r);
    std::erase_if(others, [&](const finding& other) {
        return other.intent != f.intent || other.rule == f.rule;
    });
    return others;
}

// --- Simpler neighbours, those that help most first ---

void without_faults(const scenarios::trial& t, std::vector<scenarios::trial>& out) {
    for (std::size_t i = 0; i < t.faults.size(); ++i) {
        out.push_back(t);
        out.back().faults.erase(out.back().faults.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

void in_nominal_timing(const scenarios::trial& t, std::vector<scenarios::trial>& out) {
    if (t.seed) {
        out.push_back(t);
        out.back().seed.reset();
    }
}

// Clients first, and servers last.
void with_less_work(const scenarios::trial& t, std::vector<scenarios::trial>& out) {
    std::vector<scenarios::workload> smaller;
    const auto all = scenarios::roles();
    for (auto r = all.rbegin(); r != all.rend(); ++r) {
        (*r)->add_smaller(t.work, smaller);
    }
    for (scenarios::workload& work : smaller) {
        out.push_back(t);
        out.back().work = std::move(work);
    }
}

// What is before F in the space is milder. A span that no alternative has counts as the last one.
void with_milder_faults(const scenarios::trial& t, std::vector<scenarios::trial>& out) {
    const faults::fault_space space = t.under_test.space();
    for (std::size_t i = 0; i < t.faults.size(); ++i) {
        const planned_fault& f = t.faults[i];
        for (const kind_row& k : space) {
            const bool fits = k.applies_to.has(faults::kind_of_point(f.point));
            for (const alternative& a : k.alternatives) {
                if (a.fault == f.fault) {
                    break;
                }
                if (fits) {
                    out.push_back(t);
                    out.back().faults[i] = {f.point, a.fault};
                }
            }
            if (k.number == f.fault.kind) {
                break;
            }
        }
    }
}

std::vector<scenarios::trial> simpler(const scenarios::trial& t) {
    std::vector<scenarios::trial> all;
    without_faults(t, all);
    in_nominal_timing(t, all);
    with_less_work(t, all);
    with_milder_faults(t, all);
    std::erase_if(all,
                  [](const scenarios::trial& one) { return !one.base->leaves_a_server(one.work); });
    return all;
}

// A workload, and what decides which of two is smaller: clients, submissions, attempts, and which.
struct sized {
    std::tuple<std::size_t, int, std::uint32_t, unsigned> size;
    scenarios::workload work;
};

// What is left of a workload with some of the submissions of one intent, for one attempt or two;
// the smallest first. None if there are too many to try.
std::vector<scenarios::workload> smaller_workloads(const scenarios::workload& whole,
                                                   std::uint64_t intent) {
    constexpr std::size_t submissions_max = 6;
    std::vector<std::pair<std::size_t, scenarios::submission>>
        submissions;  // with the number of their client
    for (std::size_t c = 0; c < whole.clients.size(); ++c) {
        for (const scenarios::submission& e : whole.clients[c].submissions) {
            if (e.intent == intent) {
                submissions.emplace_back(c, e);
            }
        }
    }
    std::vector<sized> all;
    for (unsigned chosen = 1;
         submissions.size() <= submissions_max && chosen < 1U << submissions.size(); ++chosen) {
        scenarios::workload some = whole;
        for (scenarios::client_work& c : some.clients) {
            c.submissions.clear();
            c.start = {};
        }
        for (std::size_t e = 0; e < submissions.size(); ++e) {
            if ((chosen >> e & 1U) != 0) {
                some.clients[submissions[e].first].submissions.push_back(submissions[e].second);
            }
        }
        std::erase_if(some.clients,
                      [](const scenarios::client_work& c) { return c.submissions.empty(); });
        std::erase_if(some.servers, [&](const scenarios::server_work& s) {
            return !scenarios::is_asked(some, s.name);
        });
        for (some.attempts_max = 1; some.attempts_max <= 2; ++some.attempts_max) {
            all.push_back(
                {{some.clients.size(), std::popcount(chosen), some.attempts_max, chosen}, some});
        }
    }
    // Not stable_sort: what libstdc++ 12 makes of that is deprecated, as clang sees it.
    std::sort(all.begin(), all.end(),
              [](const sized& a, const sized& b) { return a.size < b.size; });
    std::vector<scenarios::workload> sorted;
    for (sized& s : all) {
        sorted.push_back(std::move(s.work));
    }
    return sorted;
}

class shrinker {
public:
    shrinker(const scenarios::trial& start, const shrink_options& options)
        : options_(options),
          runner_(*start.base, start.under_test),
          baseline_(*start.base, start.under_test),
          start_(start),
          smallest_(start) {}

    std::optional<shrunk> run() {
        const std::optional<finding> broken = first_broken(run(smallest_), options_.rule);
        if (!broken) {
            return std::nullopt;
        }
        broken_ = *broken;
        descend();
        const bool canonical = look_for_the_first();
        const run_report last = run(smallest_);
        broken_.sentence = first_broken(last, broken_.rule)->sentence;
        return shrunk{smallest_, broken_,   broken_beside(last, broken_),
                      runs_,     canonical, nearest_held(runner_, smallest_)};
    }

private:
    run_report run(const scenarios::trial& t) {
        ++runs_;
        return runner_.run(t);
    }

    bool has_runs_left() const { return runs_ < options_.runs_max; }

    // Only what fails again, in exactly the same way, is worth keeping.
    bool fails(const scenarios::trial& t) {
        if (!has_runs_left()) {
            return false;
        }
        const run_report once = run(t);
        return breaks(once, broken_) && run(t).hash == once.hash && !baseline_.breaks(t);
    }

    void descend() {
        const auto tree = rc::shrinkable::shrinkRecur(smallest_, [](const scenarios::trial& t) {
            return rc::seq::fromContainer(simpler(t));
        });
        smallest_ = rc::shrinkable::findLocalMin(tree, [this](const scenarios::trial& t) {
                        return fails(t);
                    }).first;
    }

    // Whether all that could come before the result was run.
    bool look_for_the_first() {
        for (const scenarios::workload& work : smaller_workloads(start_.work, broken_.intent)) {
            if (look_among(work, 1)) {
                return true;
            }
            if (!has_runs_left()) {
                return false;
            }
        }
        for (std::size_t faults = 0; !smallest_.seed && faults <= smallest_.faults.size();
             ++faults) {
            if (look_among(smallest_.work, faults)) {
                return true;
            }
            if (!has_runs_left()) {
                return false;
            }
        }
        return false;
    }

    bool look_among(const scenarios::workload& work, std::size_t faults_max) {
        if (!start_.base->leaves_a_server(work)) {
            return false;
        }
        bool found = false;
        faults::exhaustive* all = nullptr;
        const auto run_one = [&](const faults::fault_schedule& plan) -> faults::run_seen {
            runner_options options;
            options.keep_points = true;
            ++runs_;
            const run_report r = runner_.run(plan, work, options);
            if (!found && breaks(r, broken_) && !baseline_.breaks(plan, work)) {
                found = true;
                smallest_.seed.reset();
                smallest_.faults = named(plan);
            }
            if (found || !has_runs_left()) {
                all->stop();
            }
            const auto fates = runner_.injector().fates();
            return {runner_.injector().points(),
                    fates.empty() || fates.back() == faults::injector::fate::fired, r.behaviour};
        };
        const faults::fault_space space = start_.under_test.space();
        faults::exhaustive search(space, faults_max, run_one);
        all = &search;
        const std::size_t roots = search.roots();
        for (std::size_t i = 0; i < roots && !found && has_runs_left(); ++i) {
            search.explore(i);
        }
        if (found) {
            smallest_.work = work;
        }
        return found;
    }

    faults::plan named(const faults::fault_schedule& plan) const {
        faults::plan all;
        for (const faults::scheduled_fault& s : plan) {
            all.emplace_back(runner_.name_of(s.at), s.fault);
        }
        return all;
    }

    shrink_options options_;
    runner runner_;
    intact_baseline baseline_;
    scenarios::trial start_;
    scenarios::trial smallest_;
    finding broken_;
    std::uint64_t runs_ = 0;
};

}  // namespace

std::optional<scenarios::trial> nearest_held(runner& by, const scenarios::trial& broken) {
    std::vector<scenarios::trial> all = simpler(broken);
    std::reverse(all.begin(), all.begin() + std::ssize(broken.faults));  // those without a fault
    for (scenarios::trial& t : all) {
        if (!by.run(t).broke()) {
            return std::move(t);
        }
    }
    return std::nullopt;
}

std::string difference(const scenarios::trial& broken, const scenarios::trial& held) {
    if (broken.faults.size() == 1 && held.faults.empty()) {
        return "without that";
    }
    for (std::size_t i = 0; i < broken.faults.size(); ++i) {
        if (held.faults.size() <= i || !(held.faults[i] == broken.faults[i])) {
            const bool milder = held.faults.size() == broken.faults.size();
            return milder ? fmt::format("if {}", in_words(held.faults[i]))
                          : fmt::format("unless {}", in_words(broken.faults[i]));
        }
    }
    if (held.work.attempts_max < broken.work.attempts_max) {
        return fmt::format("with at most {} attempt(s)", held.work.attempts_max);
    }
    return held.seed == broken.seed ? "with less to do" : "in nominal timing";
}

std::vector<std::string> story_of(const shrunk& s) {
    std::vector<std::string> lines{fmt::format("{}: {}", s.broken.rule, in_words(s.broken))};
    for (const finding& f : s.also) {
        lines.push_back(fmt::format("It also breaks {}: {}.", f.rule, f.sentence));
    }
    for (const planned_fault& f : s.smallest.faults) {
        lines.push_back(fmt::format("What goes wrong: {}.", in_words(f)));
    }
    if (s.smallest.faults.empty()) {
        lines.emplace_back("Nothing has to go wrong for that.");
    }
    if (s.nearest_held) {
        lines.push_back(fmt::format("It holds {}.", difference(s.smallest, *s.nearest_held)));
    }
    for (std::string& line : lines) {
        std::replace_if(
            line.begin(), line.end(), [](unsigned char c) { return c < ' ' || c == 127; }, '?');
    }
    return lines;
}

finding finding_of(const shrunk& s) {
    finding f = s.broken;
    f.scenario = s.smallest.base->name;
    f.plan = s.smallest;
    f.story = story_of(s);
    return f;
}

std::optional<shrunk> shrink(const scenarios::trial& start, const shrink_options& options) {
    return shrinker(start, options).run();
}

}  // namespace onceproof::search
