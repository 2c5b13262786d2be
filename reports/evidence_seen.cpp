// See evidence_parts.hpp: what was seen of guards, windows and paths.
#include "base/escape.hpp"
#include "reports/evidence_parts.hpp"
#include "reports/run/bars_svg.hpp"
#include "sim/time/time.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace onceproof::reports {
namespace {

std::string span_text(std::uint64_t nanoseconds) {
    return sim::to_text(sim::duration(static_cast<std::int64_t>(nanoseconds)));
}

std::string to_milliseconds(std::uint64_t n) {
    return fmt::format("{} ms", n);
}

words seen_state_of(const mutant_row& m) {
    if (m.seen == nullptr) {
        return plain("not searched", mood::unsure);
    }
    if (!m.seen->broke) {
        return plain("SURVIVED", mood::bad);
    }
    return m.whole_held ? plain("caught", mood::good)
                        : plain("caught, but so was the whole design", mood::bad);
}

std::vector<words> row_of(const guard_row& g, const mutant_row& m) {
    std::vector<words> row{code(m.mutant->name), plain(g.guard->name), plain(m.mutant->mistake),
                           code(m.mutant->subject), seen_state_of(m)};
    if (m.seen == nullptr) {
        row.insert(row.end(), 3, words());
        return row;
    }
    row.push_back(plain(fmt::format("{}", m.seen->runs)));
    row.push_back(code(m.seen->scenario));
    row.push_back(plain(base::escape(m.seen->first.rule)));
    return row;
}

void add_whole(const evidence& e, const summary& sum, blocks& to) {
    table t{"Whole designs, searched as their mutants were",
            {"design", "runs", "scenarios", "took", "seen"},
            {}};
    for (const subject_entry& s : e.contents.subjects) {
        for (const proof_entry* p : sum.whole) {
            if (p->subject == s.name) {
                t.rows.push_back(
                    {code(p->subject), plain(fmt::format("{}", p->runs)),
                     plain(fmt::format("{}", p->scenarios)),
                     plain(to_milliseconds(p->milliseconds)),
                     verdict_words(p->broke ? search::verdict::violated : search::verdict::held)});
            }
        }
    }
    if (!t.rows.empty()) {
        to.emplace_back(std::move(t));
    }
}

words marks_of(const path& p) {
    std::string text;
    for (std::size_t i = 0; i < p.goals.size(); ++i) {
        text += fmt::format("{}{} x {}", i == 0 ? "" : "; ", p.goals[i], p.scenario->goals[i]);
    }
    return plain(std::move(text));
}

words level_words(level l) {
    return plain(std::string(to_text(l)), l == level::proven     ? mood::good
                                          : l == level::executed ? mood::none
                                                                 : mood::unsure);
}

words proofs_of(const path& p) {
    words text;
    for (const proof_entry* m : p.caught) {
        if (!text.empty()) {
            text.push_back({", "});
        }
        text.push_back({m->mutant, true});
    }
    return text;
}

bars runs_to_catch(const summary& sum) {
    bars drawn{"How many runs it took to catch each mutant",
               "The fewer, the sooner a gate sees that the guard is missing.",
               "runs",
               {}};
    for (const guard_row& g : sum.guards) {
        for (const mutant_row& m : g.mutants) {
            if (m.seen != nullptr && m.seen->broke) {
                drawn.all.push_back({m.mutant->name, m.seen->runs});
            }
        }
    }
    return drawn;
}

}  // namespace

blocks the_guards(const evidence& e, const summary& sum) {
    blocks all{heading{2, "The guards"},
               paragraph{plain(fmt::format(
                   "A guard is a step that keeps a retry from doing harm. It is proven if each "
                   "mutant, which lacks it, breaks a rule under a search under which the whole "
                   "design holds. {} of {} are proven here.",
                   sum.guards_proven(), sum.guards.size()))}};
    add_whole(e, sum, all);
    table guards{"Guards", {"guard", "what it is for", "mutants", "seen"}, {}};
    table mutants{"Mutants, and what caught them",
                  {"mutant", "lacks", "mistake", "of", "seen", "runs", "in", "by the rule"},
                  {}};
    for (const guard_row& g : sum.guards) {
        guards.rows.push_back({plain(g.guard->name), plain(g.guard->words),
                               plain(fmt::format("{}", g.mutants.size())),
                               g.is_proven()      ? plain("proven", mood::good)
                               : g.has_survivor() ? plain("NOT PROVEN", mood::bad)
                                                  : plain("not shown", mood::unsure)});
        for (const mutant_row& m : g.mutants) {
            mutants.rows.push_back(row_of(g, m));
        }
    }
    all.emplace_back(std::move(guards));
    all.emplace_back(std::move(mutants));
    if (bars runs = runs_to_catch(sum); !runs.all.empty()) {
        all.emplace_back(figure{runs.title, to_svg(runs)});
    }
    return all;
}

blocks the_windows(const evidence& e) {
    table windows{"Windows of a single request",
                  {"design", "opens after", "closes before", "points", "lasts", "by", "example"},
                  {}};
    table late{"How late what is sent downstream, or its answer, may be",
               {"design", "late by", "points", "at which it breaks"},
               {}};
    const run_entry* last = nullptr;
    for (const run_entry& r : e.runs) {
        last = r.windows.empty() && r.latenesses.empty() ? last : &r;
    }
    if (last != nullptr) {
        for (const window_entry& w : last->windows) {
            windows.rows.push_back({code(w.subject), code(base::escape(w.from)),
                                    code(base::escape(w.to)), plain(fmt::format("{}", w.points)),
                                    plain(span_text(w.nanoseconds)), plain(w.fault_kinds),
                                    plain(base::escape(w.sentence))});
        }
        for (const lateness_entry& l : last->latenesses) {
            late.rows.push_back(
                {code(l.subject), plain(span_text(l.nanoseconds)),
                 plain(fmt::format("{}", l.points)),
                 plain(l.breaks.empty() ? "none" : fmt::format("{}", fmt::join(l.breaks, ", ")))});
        }
    }
    blocks all{
        heading{2, "The windows"},
        paragraph{plain("A window is a stretch of a single request in which one death, or one "
                        "message that is lost, breaks the promise. They are measured for "
                        "designs that do not claim to be exactly-once.")}};
    if (windows.rows.empty() && late.rows.empty()) {
        all.emplace_back(paragraph{plain("None was measured.", mood::unsure)});
    }
    for (table* t : {&windows, &late}) {
        if (!t->rows.empty()) {
            all.emplace_back(std::move(*t));
        }
    }
    return all;
}

blocks the_paths(const evidence&, const summary& sum) {
    table t{"Every path, and how well it is shown",
            {"scenario", "what happens", "runs", "came to it", "seen", "level", "proven by"},
            {}};
    for (const path& p : sum.paths) {
        t.rows.push_back({code(p.scenario->name), plain(p.scenario->summary),
                          plain(fmt::format("{}", p.runs)), marks_of(p), verdict_words(p.verdict),
                          level_words(p.shown), proofs_of(p)});
    }
    return {
        heading{2, "The paths"},
        bullets{{{{"written: there is a scenario, but it was not run, did not hold, or never "
                   "came to what it is about;"}},
                 {{"executed: it was run, came to it and held, so often;"}},
                 {{"proven: a mutant fell to it, so this test fails when that guard is gone."}}}},
        std::move(t)};
}

}  // namespace onceproof::reports
