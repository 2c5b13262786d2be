// See shrink.hpp.
#include "scenarios/shrink.hpp"

#include "faults/exhaustive.hpp"
#include "faults/intent_name.hpp"
#include "faults/words.hpp"
#include "scenarios/intact_twin.hpp"
#include "scenarios/player.hpp"
#include "scenarios/roles/role.hpp"
#include "scenarios/trial_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rapidcheck/Seq.h>
#include <rapidcheck/seq/Create.h>
#include <rapidcheck/shrinkable/Create.h>
#include <rapidcheck/shrinkable/Operations.h>

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>
#include <vector>

namespace onceproof::scenarios {
namespace {

using faults::alternative;
using faults::fault;
using faults::kind;

std::optional<breach> first_breach(const run_report& r, const std::string& rule) {
    for (const model::violation& v : r.violations) {
        if (rule.empty() || rule == to_text(v.broken)) {
            return breach{std::string(to_text(v.broken)), v.intent, v.why};
        }
    }
    const std::string trouble = r.trouble.substr(0, r.trouble.find(':'));
    if (!trouble.empty() && (rule.empty() || rule == trouble)) {
        return breach{trouble, 0, r.trouble};
    }
    return std::nullopt;
}

bool breaks(const run_report& r, const breach& b) {
    if (b.intent == 0) {
        return first_breach(r, b.rule).has_value();
    }
    return std::any_of(r.violations.begin(), r.violations.end(), [&](const model::violation& v) {
        return v.intent == b.intent && b.rule == to_text(v.broken);
    });
}

// --- Simpler neighbours, those that help most first ---

void without_faults(const trial& t, std::vector<trial>& out) {
    for (std::size_t i = 0; i < t.faults.size(); ++i) {
        out.push_back(t);
        out.back().faults.erase(out.back().faults.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

void in_nominal_timing(const trial& t, std::vector<trial>& out) {
    if (t.seed) {
        out.push_back(t);
        out.back().seed.reset();
    }
}

// Clients first, and servers last.
void with_less_work(const trial& t, std::vector<trial>& out) {
    std::vector<workload> smaller;
    const auto all = roles();
    for (auto r = all.rbegin(); r != all.rend(); ++r) {
        (*r)->add_smaller(t.work, smaller);
    }
    for (workload& work : smaller) {
        out.push_back(t);
        out.back().work = std::move(work);
    }
}

// What is before F in the space is milder. A span that no alternative has counts as the last one.
void with_milder_faults(const trial& t, std::vector<trial>& out) {
    const faults::fault_space space = t.by.space();
    for (std::size_t i = 0; i < t.faults.size(); ++i) {
        const fault& f = t.faults[i];
        for (const kind& k : space) {
            const bool fits = k.strikes_at.has(faults::kind_of_point(f.point));
            for (const alternative& a : k.alternatives) {
                if (a.what == f.what) {
                    break;
                }
                if (fits) {
                    out.push_back(t);
                    out.back().faults[i] = {f.point, a.what};
                }
            }
            if (k.what == f.what.what) {
                break;
            }
        }
    }
}

std::vector<trial> simpler(const trial& t) {
    std::vector<trial> all;
    without_faults(t, all);
    in_nominal_timing(t, all);
    with_less_work(t, all);
    with_milder_faults(t, all);
    std::erase_if(all, [](const trial& one) { return !one.of->leaves_a_server(one.work); });
    return all;
}

// A workload, and what decides which of two is smaller: clients, errands, attempts, and which.
struct sized {
    std::tuple<std::size_t, int, std::uint32_t, unsigned> size;
    workload work;
};

// What is left of a workload with some of the errands of one intent, for one attempt or two; the
// smallest first. None if there are too many to try.
std::vector<workload> smaller_workloads(const workload& whole, std::uint64_t intent) {
    constexpr std::size_t errands_max = 6;
    std::vector<std::pair<std::size_t, errand>> errands;  // with the number of their client
    for (std::size_t c = 0; c < whole.clients.size(); ++c) {
        for (const errand& e : whole.clients[c].errands) {
            if (e.intent == intent) {
                errands.emplace_back(c, e);
            }
        }
    }
    std::vector<sized> all;
    for (unsigned chosen = 1; errands.size() <= errands_max && chosen < 1U << errands.size();
         ++chosen) {
        workload some = whole;
        for (client_work& c : some.clients) {
            c.errands.clear();
            c.start = {};
        }
        for (std::size_t e = 0; e < errands.size(); ++e) {
            if ((chosen >> e & 1U) != 0) {
                some.clients[errands[e].first].errands.push_back(errands[e].second);
            }
        }
        std::erase_if(some.clients, [](const client_work& c) { return c.errands.empty(); });
        std::erase_if(some.servers, [&](const server_work& s) { return !is_asked(some, s.name); });
        for (some.attempts_max = 1; some.attempts_max <= 2; ++some.attempts_max) {
            all.push_back(
                {{some.clients.size(), std::popcount(chosen), some.attempts_max, chosen}, some});
        }
    }
    // Not stable_sort: what libstdc++ 12 makes of that is deprecated, as clang sees it.
    std::sort(all.begin(), all.end(),
              [](const sized& a, const sized& b) { return a.size < b.size; });
    std::vector<workload> sorted;
    for (sized& s : all) {
        sorted.push_back(std::move(s.work));
    }
    return sorted;
}

class shrinker {
public:
    shrinker(const trial& start, const shrink_options& options)
        : options_(options),
          player_(*start.of, start.by),
          twin_(*start.of, start.by),
          start_(start),
          smallest_(start) {}

    std::optional<shrunk> run() {
        const std::optional<breach> broken = first_breach(play(smallest_), options_.rule);
        if (!broken) {
            return std::nullopt;
        }
        broken_ = *broken;
        descend();
        const bool canonical = look_for_the_first();
        broken_.why = first_breach(play(smallest_), broken_.rule)->why;
        return shrunk{smallest_, broken_, runs_, canonical, nearest_held(player_, smallest_)};
    }

private:
    run_report play(const trial& t) {
        ++runs_;
        return player_.play(t);
    }

    bool has_runs_left() const { return runs_ < options_.runs_max; }

    // Only what fails again, in exactly the same way, is worth keeping.
    bool fails(const trial& t) {
        if (!has_runs_left()) {
            return false;
        }
        const run_report once = play(t);
        return breaks(once, broken_) && play(t).hash == once.hash && !twin_.breaks(t);
    }

    void descend() {
        const auto tree = rc::shrinkable::shrinkRecur(
            smallest_, [](const trial& t) { return rc::seq::fromContainer(simpler(t)); });
        smallest_ =
            rc::shrinkable::findLocalMin(tree, [this](const trial& t) { return fails(t); }).first;
    }

    // Whether all that could come before the result was played.
    bool look_for_the_first() {
        for (const workload& work : smaller_workloads(start_.work, broken_.intent)) {
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

    bool look_among(const workload& work, std::size_t faults_max) {
        if (!start_.of->leaves_a_server(work)) {
            return false;
        }
        bool found = false;
        faults::exhaustive* all = nullptr;
        const auto play_one = [&](const faults::strikes& plan) -> faults::run_seen {
            play_options options;
            options.keep_points = true;
            ++runs_;
            const run_report r = player_.play(plan, work, options);
            if (!found && breaks(r, broken_) && !twin_.breaks(plan, work)) {
                found = true;
                smallest_.seed.reset();
                smallest_.faults = named(plan);
            }
            if (found || !has_runs_left()) {
                all->stop();
            }
            const auto fates = player_.against().fates();
            return {player_.against().points(),
                    fates.empty() || fates.back() == faults::opponent::fate::fired, r.behaviour};
        };
        const faults::fault_space space = start_.by.space();
        faults::exhaustive search(space, faults_max, play_one);
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

    faults::plan named(const faults::strikes& plan) const {
        faults::plan all;
        for (const faults::strike& s : plan) {
            all.emplace_back(player_.name_of(s.at), s.what);
        }
        return all;
    }

    shrink_options options_;
    player player_;
    intact_twin twin_;
    trial start_;
    trial smallest_;
    breach broken_;
    std::uint64_t runs_ = 0;
};

}  // namespace

std::optional<trial> nearest_held(player& by, const trial& broken) {
    std::vector<trial> all = simpler(broken);
    std::reverse(all.begin(), all.begin() + std::ssize(broken.faults));  // those without a fault
    for (trial& t : all) {
        if (!by.play(t).broke()) {
            return std::move(t);
        }
    }
    return std::nullopt;
}

std::string difference(const trial& broken, const trial& held) {
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
    std::vector<std::string> lines{fmt::format(
        "{}: {}{}", s.broken.rule,
        s.broken.intent == 0 ? "" : faults::intent_name(s.broken.intent) + ": ", s.broken.why)};
    for (const fault& f : s.smallest.faults) {
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

std::string comment_of(const shrunk& s) {
    return fmt::format("// {}\n", fmt::join(story_of(s), "\n// "));
}

std::string plan_file_of(const shrunk& s) {
    return comment_of(s) + to_json(s.smallest);
}

std::optional<shrunk> shrink(const trial& start, const shrink_options& options) {
    return shrinker(start, options).run();
}

}  // namespace onceproof::scenarios
