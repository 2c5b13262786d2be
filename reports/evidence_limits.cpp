// See evidence_parts.hpp: what was not shown, and what can be run again.
#include "base/escape.hpp"
#include "reports/evidence_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace onceproof::reports {
namespace {

std::string state_of(const run_entry& r) {
    if (r.ended.empty()) {
        return "did not come to its end";
    }
    constexpr std::int64_t interrupted = 130;
    return r.status == interrupted ? "interrupted: this is a part"
                                   : fmt::format("exit status {}", r.status);
}

std::string seeds_of(const campaign_entry& p) {
    const std::string among = p.among.empty() ? "" : ", " + p.among;
    if (p.search) {
        return fmt::format(
            "all plans {}{}{}{}", p.search->faults_max ? "of " : "", plans_of(*p.search), among,
            p.search->shards == 1
                ? ""
                : fmt::format(", shard {} of {}", p.search->shard, p.search->shards));
    }
    return fmt::format("from {} on{}", p.first_seed, among);
}

void add_sentences(const std::vector<std::string>& some, bullets& to) {
    for (const std::string& sentence : some) {
        to.items.push_back(plain(sentence + "."));
    }
}

void add_scenarios(const summary& sum, bullets& to) {
    for (const path& p : sum.paths) {
        if (p.campaigns.empty()) {
            to.items.push_back({{"The scenario "}, {p.scenario->name, true}, {" was not run."}});
        }
        for (const campaign_entry* campaign : p.campaigns) {
            for (const std::string& sentence : campaign->missing) {
                to.items.push_back(
                    {{p.scenario->name, true},
                     {fmt::format(" by {}: {}.", campaign->subject, base::escape(sentence))}});
            }
        }
    }
}

void add_guards(const summary& sum, bullets& to) {
    for (const guard_row& g : sum.guards) {
        const auto missing = std::count_if(g.mutants.begin(), g.mutants.end(),
                                           [](const mutant_row& m) { return m.seen == nullptr; });
        if (missing > 0 || g.mutants.empty()) {
            to.items.push_back({{"The guard "},
                                {g.guard->name, true},
                                {fmt::format(": {} of its {} not searched.", missing,
                                             counted(g.mutants.size(), "mutant"))}});
        }
    }
}

}  // namespace

blocks not_judged(const evidence& e, const summary& sum) {
    blocks all{heading{2, "What was not judged"}};
    if (sum.not_judged.empty()) {
        all.emplace_back(paragraph{plain("Every rule was judged in every run of a scenario.")});
        return all;
    }
    all.emplace_back(paragraph{plain(
        "A rule is not judged in a run where the design says nothing of itself that it could be "
        "judged by, where the contract promises nothing of the kind, or where the clocks were "
        "wrong.")});
    table t{"Rules that some runs could not be judged by",
            {"rule", "what it says", "runs", "of", "in"},
            {}};
    for (const not_judged_row& r : sum.not_judged) {
        const auto rule = std::find_if(e.contents.rules.begin(), e.contents.rules.end(),
                                       [&](const named_words& w) { return w.name == r.rule; });
        t.rows.push_back({plain(r.rule), plain(rule == e.contents.rules.end() ? "" : rule->words),
                          plain(fmt::format("{}", r.runs)), plain(fmt::format("{}", sum.runs)),
                          plain(fmt::format("{}", fmt::join(r.where, ", ")))});
    }
    all.emplace_back(std::move(t));
    return all;
}

blocks not_covered(const evidence& e, const summary& sum) {
    bullets list;
    add_scenarios(sum, list);
    add_guards(sum, list);
    for (const subject_entry* s : subjects_seen(e, sum)) {
        if (!s->weakness.empty()) {
            list.items.push_back({{s->name, true}, {" does not claim all: " + s->weakness}});
        }
    }
    add_sentences(gaps_in(e), list);
    add_sentences(overlaps_in(e), list);
    if (e.left_out > 0) {
        list.items.push_back(plain(fmt::format("{} by other builds in the same file: left out.",
                                               counted(e.left_out, "run"))));
    }
    blocks all{heading{2, "What is not covered"}};
    if (list.items.empty()) {
        all.emplace_back(paragraph{plain("Nothing that this build knows of.")});
    } else {
        all.emplace_back(std::move(list));
    }
    return all;
}

blocks what_it_does_not_prove() {
    bullets list;
    for (const char* sentence :
         {"Only what was run was seen. A seed is a sample. A guard that is proven is needed, and "
          "was enough for what was run.",
          "Code under test must take time, randomness and threads from the simulated world. Traps "
          "catch it when it does not, but no trap sees an instruction such as rdtsc.",
          "The simulated network keeps TCP's manners and has no bandwidth; what crosses a "
          "partition "
          "is late, not lost.",
          "Two steps of the world never overlap, and a statement of SQLite's is one step. Data "
          "races "
          "inside one process are not looked for.",
          "A rule that was not judged may have been broken unseen."}) {
        list.items.push_back(plain(sentence));
    }
    return {heading{2, "What a green run does not prove"}, std::move(list)};
}

blocks what_was_run(const evidence& e, const summary& sum) {
    table runs{"Commands", {"began", "command", "ended", "came to"}, {}};
    for (const run_entry& r : e.runs) {
        runs.rows.push_back(
            {plain(r.began), code(base::escape(r.command)), plain(r.ended), plain(state_of(r))});
    }
    table campaigns{"Scenarios, and who ran them",
                    {"scenario", "by", "seeds", "runs", "hash over all runs", "took", "seen"},
                    {}};
    for (const campaign_entry* p : sum.campaigns) {
        campaigns.rows.push_back(
            {code(p->scenario), code(implementation_of(p->subject, p->mutant)), plain(seeds_of(*p)),
             plain(fmt::format("{}", p->runs)), code(p->hash),
             plain(fmt::format("{} ms", p->milliseconds)),
             verdict_words(p->verdict.value_or(search::verdict::inconclusive))});
    }
    blocks all{heading{2, "What was run"},
               paragraph{{{"By "},
                          {e.made_by.text(), true},
                          {". The same build comes to the same hashes. Times are in UTC."}}},
               std::move(runs)};
    if (!campaigns.rows.empty()) {
        all.emplace_back(std::move(campaigns));
    }
    return all;
}

}  // namespace onceproof::reports
