// See replay_picture.hpp.
#include "cli/replay_picture.hpp"

#include "cli/plan_command.hpp"
#include "faults/words.hpp"
#include "reports/space_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

namespace onceproof::cli {
namespace {

using scenarios::player;
using scenarios::run_report;
using scenarios::trial;

// Whether RUN is clear of what BROKEN broke first.
bool holds(const run_report& run, const run_report& broken) {
    if (broken.violations.empty()) {
        return run.trouble.empty();
    }
    const model::violation& first = broken.violations.front();
    return run.trouble.empty() &&
           std::none_of(run.violations.begin(), run.violations.end(), [&](const auto& v) {
               return v.broken == first.broken && v.intent == first.intent;
           });
}

std::string verdict_of(const run_report& run) {
    if (!run.trouble.empty()) {
        return "Violated: " + run.trouble;
    }
    if (run.violations.empty()) {
        return "Held.";
    }
    const model::violation& first = run.violations.front();
    return fmt::format("Violated: {}: pay-{}: {}", to_text(first.broken), first.intent, first.why);
}

struct neighbour {
    std::unique_ptr<player> by;  // none: there is no such run
    std::string caption;
};

// What came last is the likeliest to be what broke it.
neighbour nearest_held(const trial& t, const run_report& broken) {
    for (std::size_t i = t.faults.size(); i-- > 0;) {
        trial without = t;
        without.faults.erase(without.faults.begin() + static_cast<std::ptrdiff_t>(i));
        auto by = std::make_unique<player>(*t.of, t.by);
        scenarios::play_options keep;
        keep.keep_trace = true;
        if (holds(by->play(without, keep), broken)) {
            return {std::move(by), t.faults.size() == 1
                                       ? "It holds without that"
                                       : "It holds unless " + in_words(t.faults[i])};
        }
    }
    return {};
}

}  // namespace

void write_picture(const std::string& file, const std::string& title, const trial& t,
                   const player& p, const run_report& run) {
    reports::space_time_options how;
    how.title = title;
    how.notes.emplace_back(t.of->summary);
    for (const faults::fault& f : t.faults) {
        how.notes.push_back("What goes wrong: " + in_words(f) + ".");
    }
    how.probes = false;
    const neighbour other = run.broke() ? nearest_held(t, run) : neighbour();
    if (other.by == nullptr) {
        how.notes.push_back(verdict_of(run));
        write_file(file, reports::space_time(p.world(), how));
        return;
    }
    const std::array<reports::space_time_panel, 2> both{
        {{&p.world(), verdict_of(run)}, {&other.by->world(), other.caption}}};
    write_file(file, reports::space_time(both, how));
}

}  // namespace onceproof::cli
