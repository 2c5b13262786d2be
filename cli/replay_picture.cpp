// See replay_picture.hpp.
#include "cli/replay_picture.hpp"

#include "base/files.hpp"
#include "faults/intent_name.hpp"
#include "faults/words.hpp"
#include "reports/run/space_time.hpp"
#include "search/shrink.hpp"

#include <fmt/format.h>

#include <array>

namespace onceproof::cli {
namespace {

using scenarios::trial;
using search::run_report;
using search::runner;

std::string verdict_of(const run_report& run) {
    if (!run.failure.empty()) {
        return "Violated: " + run.failure;
    }
    if (run.violations.empty()) {
        return "Held.";
    }
    const model::violation& first = run.violations.front();
    return fmt::format("Violated: {}: {}: {}", to_text(first.broken),
                       faults::intent_name(first.intent), first.why);
}

}  // namespace

void write_picture(const std::string& file, const std::string& title, const trial& t,
                   const runner& p, const run_report& run) {
    reports::space_time_options how;
    how.title = title;
    how.notes.emplace_back(t.base->summary);
    for (const faults::planned_fault& f : t.faults) {
        how.notes.push_back("What goes wrong: " + in_words(f) + ".");
    }
    how.probes = false;
    runner other(*t.base, t.under_test);
    const auto held = run.broke() ? search::nearest_held(other, t) : std::nullopt;
    // One in which less is done has nothing to compare.
    if (!held || !(held->work == t.work)) {
        how.notes.push_back(verdict_of(run));
        base::write_file(file, reports::space_time(p.world(), how));
        return;
    }
    search::runner_options keep;
    keep.keep_trace = true;
    other.run(*held, keep);
    const std::array<reports::space_time_panel, 2> both{
        {{&p.world(), verdict_of(run)},
         {&other.world(), "It holds " + search::difference(t, *held)}}};
    base::write_file(file, reports::space_time(both, how));
}

}  // namespace onceproof::cli
