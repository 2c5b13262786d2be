// See evidence_page.hpp: what is told first, and what is quoted.
#include "reports/evidence_page.hpp"

#include "base/escape.hpp"
#include "reports/evidence_parts.hpp"
#include "reports/run/story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace onceproof::reports {
namespace {

const path* path_named(const summary& sum, std::string_view scenario) {
    const auto found = std::find_if(sum.paths.begin(), sum.paths.end(),
                                    [&](const path& p) { return p.scenario->name == scenario; });
    return found == sum.paths.end() ? nullptr : &*found;
}

void add_counts(const path& p, blocks& to) {
    words text = plain(fmt::format("Run {}: ", counted(p.runs, "time")));
    text.push_back(verdict_words(p.verdict).front());
    for (std::size_t i = 0; i < p.goals.size(); ++i) {
        text.push_back({fmt::format("{} In {}, {}.", i == 0 ? "." : "", counted(p.goals[i], "run"),
                                    p.scenario->goals[i])});
    }
    to.emplace_back(paragraph{std::move(text)});
}

void add_answer(const evidence& e, const summary& sum, std::string_view scenario, blocks& to) {
    const path* p = path_named(sum, scenario);
    if (p == nullptr || p->runs == 0) {
        to.emplace_back(paragraph{{{"Not shown: ", false, mood::unsure},
                                   {std::string(scenario), true},
                                   {" was not run."}}});
        return;
    }
    to.emplace_back(paragraph{plain(p->scenario->summary)});
    add_counts(*p, to);
    const example_entry* x = example_of(e, scenario);
    if (x == nullptr) {
        to.emplace_back(
            paragraph{{{"No run of it is quoted: none was kept, or none in which all "
                        "of this happened held.",
                        false, mood::unsure}}});
        return;
    }
    to.emplace_back(paragraph{
        {{fmt::format("In the run below, {} came to {} on the disk of the system of record when "
                      "all was over. It is run again by ",
                      counted(x->intents, "intent"), counted(x->effects, "effect"))},
         {fmt::format("onceproof replay {} --seed {} --subject {}", x->scenario, x->seed,
                      x->subject),
          true},
         {" and has the hash "},
         {x->hash, true},
         {"."}}});
    if (!x->picture.empty()) {
        to.emplace_back(
            figure{fmt::format("Seed {} of {}, as a picture", x->seed, x->scenario), x->picture});
    }
    to.emplace_back(quote{fmt::format("Seed {} of {}, by {}: time in milliseconds, who, what "
                                      "happens, on whose behalf",
                                      x->seed, x->scenario, x->subject),
                          without_probes(x->story)});
}

void add_title(blocks& to) {
    if (to.empty()) {
        to.emplace_back(heading{2, "What broke"});
    }
}

void add_survivors(const summary& sum, blocks& to) {
    for (const guard_row& g : sum.guards) {
        for (const mutant_row& m : g.mutants) {
            if (m.seen != nullptr && !m.seen->broke) {
                add_title(to);
                to.emplace_back(heading{3, fmt::format("{} survived", m.mutant->name)});
                to.emplace_back(paragraph{plain(
                    fmt::format("{} In {} nothing caught it. So nothing shows that the guard '{}' "
                                "is needed, or "
                                "nothing looks where it is.",
                                m.mutant->mistake, counted(m.seen->runs, "run"), g.guard->name))});
            }
        }
    }
}

void append(blocks& to, blocks from) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
}

}  // namespace

words verdict_words(std::optional<search::verdict> v) {
    if (!v) {
        return plain("not run", mood::unsure);
    }
    constexpr std::array<mood, 3> moods{mood::good, mood::bad, mood::unsure};
    return plain(std::string(to_text(*v)), moods[static_cast<std::size_t>(*v)]);
}

blocks at_a_glance(const evidence& e, const summary& sum) {
    blocks all;
    const auto scenarios = e.contents.scenarios.size();
    const std::uint64_t not_run = scenarios - sum.held - sum.violated - sum.inconclusive;
    const auto searched = sum.mutants_caught() + sum.mutants_survived();
    const bool is_bad = !sum.findings.empty() || sum.mutants_survived() > 0;
    const bool is_unsure = sum.inconclusive > 0 || sum.held == 0;
    std::string conclusion = is_bad      ? "Something broke."
                             : is_unsure ? "Nothing broke, but not all was shown to hold."
                                         : "All that was run held.";
    all.emplace_back(paragraph{plain(std::move(conclusion), is_bad      ? mood::bad
                                                            : is_unsure ? mood::unsure
                                                                        : mood::good)});
    table t{"At a glance", {"what", "seen"}, {}};
    const auto add = [&](const char* what, words seen) {
        t.rows.push_back({plain(what), std::move(seen)});
    };
    add("scenarios", plain(fmt::format("{} held, {} violated, {} inconclusive, {} not run",
                                       sum.held, sum.violated, sum.inconclusive, not_run)));
    add("runs", plain(fmt::format("{}", sum.runs)));
    add("findings", plain(fmt::format("{}", sum.findings.size()),
                          sum.findings.empty() ? mood::none : mood::bad));
    add("guards", plain(fmt::format("{} of {} proven", sum.guards_proven(), sum.guards.size())));
    const std::uint64_t median = sum.median_runs_to_catch();
    add("mutants",
        plain(fmt::format(
            "{} caught, {} survived, {} not searched{}", sum.mutants_caught(),
            sum.mutants_survived(), e.contents.mutants.size() - searched,
            median == 0 ? "" : fmt::format("; median {} to catch one", counted(median, "run")))));
    add("build", plain(e.made_by.text()));
    all.emplace_back(std::move(t));
    return all;
}

blocks what_broke(const summary& sum) {
    blocks all;
    for (const broken& b : sum.findings) {
        const finding_entry& f = *b.finding;
        add_title(all);
        all.emplace_back(
            heading{3, fmt::format("{} by {}: {}", b.scenario, b.subject, base::escape(f.rule))});
        words text = plain(base::escape(f.sentence));
        if (!f.again.empty()) {
            text.push_back({" It is run again by "});
            text.push_back({f.again, true});
            text.push_back({"."});
        }
        all.emplace_back(paragraph{std::move(text)});
        if (!f.story.empty()) {
            all.emplace_back(quote{fmt::format("The smallest of {} by {} that breaks '{}'",
                                               b.scenario, b.subject, base::escape(f.rule)),
                                   f.story});
        }
    }
    add_survivors(sum, all);
    return all;
}

blocks the_questions(const evidence& e, const summary& sum) {
    blocks all;
    for (const question& q : questions) {
        all.emplace_back(heading{2, std::string(q.title)});
        for (const std::string_view scenario : q.scenarios) {
            if (!scenario.empty()) {
                add_answer(e, sum, scenario, all);
            }
        }
    }
    return all;
}

page evidence_page(const evidence& e) {
    const summary sum = summary_of(e);
    page p{"Evidence: does each intent take effect exactly once?", at_a_glance(e, sum)};
    append(p.blocks, what_broke(sum));
    append(p.blocks, the_key(e, sum));
    append(p.blocks, the_questions(e, sum));
    append(p.blocks, the_contract(e, sum));
    append(p.blocks, the_retry_policy(e, sum));
    append(p.blocks, the_guards(e, sum));
    append(p.blocks, the_windows(e));
    append(p.blocks, the_paths(e, sum));
    append(p.blocks, not_judged(e, sum));
    append(p.blocks, not_covered(e, sum));
    append(p.blocks, what_it_does_not_prove());
    append(p.blocks, what_was_run(e, sum));
    return p;
}

}  // namespace onceproof::reports
