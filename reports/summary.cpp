// See summary.hpp. Which stretches are missing is in coverage.cpp.
#include "reports/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

namespace onceproof::reports {

using search::verdict;

namespace {

template <class Items>
const typename Items::value_type* named(const Items& items, std::string_view name) {
    const auto found =
        std::find_if(items.begin(), items.end(), [&](const auto& i) { return i.name == name; });
    return found == items.end() ? nullptr : &*found;
}

// What is run again from the same seed on replaces what it repeats.
auto identity(const campaign_entry& p) {
    return std::tuple(p.scenario, p.subject, p.mutant, p.among, p.first_seed,
                      p.search ? plans_of(*p.search) : "", p.search ? p.search->shard : 0,
                      p.search ? p.search->shards : 0);
}

std::vector<const campaign_entry*> campaigns_that_count(const evidence& e) {
    std::vector<const campaign_entry*> all;
    for (const run_entry& r : e.runs) {
        for (const campaign_entry& p : r.campaigns) {
            std::erase_if(all,
                          [&](const campaign_entry* old) { return identity(*old) == identity(p); });
            all.push_back(&p);
        }
    }
    const auto place = [&](const campaign_entry* p) {
        const scenario_entry* s = named(e.contents.scenarios, p->scenario);
        return s == nullptr ? e.contents.scenarios.size()
                            : static_cast<std::size_t>(s - e.contents.scenarios.data());
    };
    std::multimap<std::size_t, const campaign_entry*> in_place;  // which keeps the order of equals
    for (const campaign_entry* p : all) {
        in_place.emplace(place(p), p);
    }
    all.clear();
    for (const auto& [at, p] : in_place) {
        all.push_back(p);
    }
    return all;
}

std::vector<const proof_entry*> proofs_that_count(const evidence& e) {
    std::vector<const proof_entry*> all;
    for (const run_entry& r : e.runs) {
        for (const proof_entry& p : r.proofs) {
            std::erase_if(all, [&](const proof_entry* old) {
                return old->subject == p.subject && old->mutant == p.mutant;
            });
            all.push_back(&p);
        }
    }
    return all;
}

// A run that is not over shows nothing yet.
verdict verdict_of(const campaign_entry& p) {
    return p.findings.empty() ? p.verdict.value_or(verdict::inconclusive) : verdict::violated;
}

path path_of(const scenario_entry& s, const summary& sum,
             const std::vector<const proof_entry*>& proofs) {
    path p;
    p.scenario = &s;
    p.goals.resize(s.goals.size());
    for (const campaign_entry* campaign : sum.campaigns) {
        if (campaign->scenario != s.name || !campaign->mutant.empty()) {
            continue;
        }
        p.campaigns.push_back(campaign);
        p.runs += campaign->runs;
        const verdict its = verdict_of(*campaign);
        p.verdict = worse_of(p.verdict.value_or(its), its);
        for (std::size_t i = 0; i < std::min(p.goals.size(), campaign->goals.size()); ++i) {
            p.goals[i] += campaign->goals[i];
        }
    }
    for (const proof_entry* proof : proofs) {
        if (!proof->mutant.empty() && proof->broke && proof->scenario == s.name) {
            p.caught.push_back(proof);
        }
    }
    const bool reached = p.runs > 0 && std::all_of(p.goals.begin(), p.goals.end(),
                                                   [](std::uint64_t n) { return n > 0; });
    p.shown = !reached || p.verdict == verdict::violated ? level::written
              : p.caught.empty()                         ? level::executed
                                                         : level::proven;
    return p;
}

guard_row guard_of(const named_words& g, const evidence& e,
                   const std::vector<const proof_entry*>& proofs) {
    const auto seen_of = [&](std::string_view subject, std::string_view mutant) {
        const auto found = std::find_if(proofs.begin(), proofs.end(), [&](const proof_entry* p) {
            return p->mutant == mutant && p->subject == subject;
        });
        return found == proofs.end() ? nullptr : *found;
    };
    guard_row row{&g, {}};
    for (const mutant_entry& m : e.contents.mutants) {
        if (m.guard == g.name) {
            // A design that is not exactly-once is not asked to hold, and has no row.
            const proof_entry* whole = seen_of(m.subject, "");
            row.mutants.push_back(
                {&m, seen_of(m.subject, m.name), whole == nullptr || !whole->broke});
        }
    }
    return row;
}

void add_not_judged(const campaign_entry& p, std::vector<not_judged_row>& to) {
    for (const named_words& n : p.not_judged) {
        auto row = std::find_if(to.begin(), to.end(),
                                [&](const not_judged_row& r) { return r.rule == n.name; });
        if (row == to.end()) {
            row = to.insert(to.end(), {n.name, 0, {}});
        }
        std::uint64_t runs = 0;
        std::from_chars(n.words.data(), n.words.data() + n.words.size(), runs);
        row->runs += runs;
        row->where.push_back(
            fmt::format("{} by {}", p.scenario, implementation_of(p.subject, p.mutant)));
    }
}

void add_findings(const summary& sum, std::vector<broken>& unexpected,
                  std::vector<broken>& expected) {
    for (const campaign_entry* p : sum.campaigns) {
        for (const finding_entry& f : p->findings) {
            (p->mutant.empty() ? unexpected : expected)
                .push_back({&f, p->scenario, p->subject, p->mutant});
        }
    }
    if (sum.regressions != nullptr) {
        for (const finding_entry& f : sum.regressions->findings) {
            unexpected.push_back({&f, "regressions", sum.regressions->subject, ""});
        }
    }
    for (const proof_entry* p : sum.whole) {
        if (p->broke) {
            unexpected.push_back({&p->first, p->scenario, p->subject, ""});
        }
    }
}

}  // namespace

std::string_view to_text(level l) {
    switch (l) {
        case level::written:
            return "written";
        case level::executed:
            return "executed";
        case level::proven:
            return "proven";
    }
    return "?";
}

std::string counted(std::uint64_t n, std::string_view what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

std::string plans_of(const search_entry& s) {
    return s.faults_max ? "up to " + counted(*s.faults_max, "fault") : "around deadlines";
}

std::string implementation_of(std::string_view subject, std::string_view mutant) {
    return std::string(mutant.empty() ? subject : mutant);
}

bool guard_row::is_proven() const {
    return !mutants.empty() && std::all_of(mutants.begin(), mutants.end(), [](const mutant_row& m) {
        return m.seen != nullptr && m.seen->broke && m.whole_held;
    });
}

bool guard_row::has_survivor() const {
    return std::any_of(mutants.begin(), mutants.end(),
                       [](const mutant_row& m) { return m.seen != nullptr && !m.seen->broke; });
}

std::uint64_t summary::guards_proven() const {
    return static_cast<std::uint64_t>(std::count_if(
        guards.begin(), guards.end(), [](const guard_row& g) { return g.is_proven(); }));
}

std::uint64_t summary::mutants_caught() const {
    std::uint64_t n = 0;
    for (const guard_row& g : guards) {
        for (const mutant_row& m : g.mutants) {
            n += m.seen != nullptr && m.seen->broke ? 1 : 0;
        }
    }
    return n;
}

std::uint64_t summary::mutants_survived() const {
    std::uint64_t n = 0;
    for (const guard_row& g : guards) {
        for (const mutant_row& m : g.mutants) {
            n += m.seen != nullptr && !m.seen->broke ? 1 : 0;
        }
    }
    return n;
}

std::uint64_t summary::median_runs_to_catch() const {
    std::vector<std::uint64_t> each;
    for (const guard_row& g : guards) {
        for (const mutant_row& m : g.mutants) {
            if (m.seen != nullptr && m.seen->broke) {
                each.push_back(m.seen->runs);
            }
        }
    }
    std::sort(each.begin(), each.end());
    return each.empty() ? 0 : each[each.size() / 2];
}

summary summary_of(const evidence& e) {
    summary sum;
    sum.campaigns = campaigns_that_count(e);
    std::erase_if(sum.campaigns, [&](const campaign_entry* p) {
        if (p->scenario.empty()) {
            sum.regressions = p;
        }
        return p->scenario.empty();
    });
    const std::vector<const proof_entry*> proofs = proofs_that_count(e);
    for (const proof_entry* p : proofs) {
        if (p->mutant.empty()) {
            sum.whole.push_back(p);
        }
    }
    for (const scenario_entry& s : e.contents.scenarios) {
        const path& p = sum.paths.emplace_back(path_of(s, sum, proofs));
        sum.held += p.verdict == verdict::held ? 1 : 0;
        sum.violated += p.verdict == verdict::violated ? 1 : 0;
        sum.inconclusive += p.verdict == verdict::inconclusive ? 1 : 0;
    }
    for (const named_words& g : e.contents.guards) {
        sum.guards.push_back(guard_of(g, e, proofs));
    }
    for (const campaign_entry* p : sum.campaigns) {
        sum.runs += p->runs;
        add_not_judged(*p, sum.not_judged);
    }
    add_findings(sum, sum.findings, sum.expected);
    return sum;
}

const example_entry* example_of(const evidence& e, std::string_view scenario) {
    const example_entry* last = nullptr;
    for (const run_entry& r : e.runs) {
        for (const example_entry& x : r.examples) {
            last = x.scenario == scenario ? &x : last;
        }
    }
    return last;
}

}  // namespace onceproof::reports
