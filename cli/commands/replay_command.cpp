// See replay_command.hpp.
#include "cli/commands/replay_command.hpp"

#include "base/escape.hpp"
#include "base/spelling.hpp"
#include "cli/replay_picture.hpp"
#include "cli/report_parts.hpp"
#include "cli/watchdog_scope.hpp"
#include "faults/intent_name.hpp"
#include "faults/words.hpp"
#include "reports/run/story.hpp"
#include "search/determinism.hpp"
#include "search/grounds.hpp"
#include "search/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <vector>

namespace onceproof::cli {
namespace {

using scenarios::trial;
using search::run_report;
using search::runner;
using fate = faults::injector::fate;

// Whether anybody does something else without that fault.
bool mattered(const trial& t, std::size_t fault, std::uint64_t behaviour) {
    trial without = t;
    without.faults.erase(without.faults.begin() + static_cast<std::ptrdiff_t>(fault));
    return runner(*t.base, t.under_test).run(without).behaviour != behaviour;
}

std::string nearest_point(const runner& p, const std::string& name) {
    std::vector<std::string> met;
    for (const sim::point& where : p.injector().points()) {
        met.push_back(p.world().name(where));
    }
    return base::did_you_mean(name, met);
}

// What was to go wrong, and what became of it.
void print_faults(const trial& t, const runner& p, const run_report& run) {
    for (std::size_t i = 0; i < t.faults.size(); ++i) {
        const faults::planned_fault& f = t.faults[i];
        fmt::print("What goes wrong: {}\n", faults::in_words(f));
        const fate became = p.injector().fates()[i];
        if (became == fate::unmet) {
            fmt::print("    but the run never came to {}{}\n", f.point, nearest_point(p, f.point));
        } else if (became == fate::met) {
            fmt::print("    but there was nothing to act on\n");
        } else if (!mattered(t, i, run.behaviour)) {
            fmt::print("    which made no difference to what anybody did\n");
        }
    }
}

// The verdict on one run, in words.
exit_status print_verdict(const trial& t, const search::grounds& rests_on, const run_report& run) {
    for (const model::violation& v : run.violations) {
        fmt::print("violated{}: {}: {}: {}\n", is_liveness(v.broken) ? " (liveness)" : "",
                   to_text(v.broken), faults::intent_name(v.intent), base::escape(v.why));
    }
    if (!run.failure.empty()) {
        fmt::print("violated: {}\n", base::escape(run.failure));
    }
    if (run.broke()) {
        return status_of(search::gravity_of(run.failure.substr(0, run.failure.find(':'))));
    }
    const auto& goals = t.base->must_reach;
    for (std::size_t i = 0; i < goals.size(); ++i) {
        const bool reached = (run.goals >> i & 1U) != 0;
        fmt::print("{}: {}\n", reached ? "reached" : "not reached", goals[i].name);
    }
    if (verdict_on(rests_on) == search::verdict::inconclusive) {
        fmt::print("inconclusive: {}\n", rests_on.missing.front());
        return inconclusive;
    }
    fmt::print("held\n");
    return held;
}

void print_judge(const trial& t, const run_report& run) {
    fmt::print("judged by the contract '{}'", t.under_test.design->promised->name);
    for (std::size_t i = 0; i < run.not_judged.size(); ++i) {
        fmt::print("{}{}", i == 0 ? "; not judged: " : ", ", to_text(run.not_judged[i]));
    }
    fmt::print("\n");
}

exit_status print_divergence(const search::divergence& d) {
    const sim::world& first = d.first->world();
    const sim::world& second = d.second->world();
    const auto& a = first.events().records();
    const auto& b = second.events().records();
    if (!d.sighting.empty()) {
        fmt::print("nondeterminism: the code under test called {}\n", d.sighting);
    }
    if (d.event == a.size() && d.event == b.size()) {
        return own_fault;
    }
    fmt::print("nondeterminism: two runs of the same seed part at event {}\n", d.event + 1);
    for (std::size_t i = d.event - std::min<std::size_t>(d.event, 3); i < d.event; ++i) {
        fmt::print("  both    {}\n", reports::tell(a[i], first));
    }
    const auto print_next = [&](const char* who, const auto& events, const sim::world& w) {
        fmt::print(
            "  {}  {}\n", who,
            d.event < events.size() ? reports::tell(events[d.event], w) : std::string("has ended"));
    };
    print_next("first ", a, first);
    print_next("second", b, second);
    return own_fault;
}

exit_status check(const trial& t) {
    const auto found = search::check_determinism(t);
    if (found) {
        return print_divergence(*found);
    }
    fmt::print("deterministic: run twice, event by event the same, and no trap saw anything\n");
    return held;
}

std::string title(const trial& t, const run_words& which) {
    const std::string how = which.plan.empty() ? fmt::format("seed {}", which.seed) : which.plan;
    const std::string who =
        t.under_test.lacks == nullptr
            ? t.under_test == t.base->usual ? "" : fmt::format(", by {}", t.under_test.name())
            : fmt::format(", by the mutant {}", t.under_test.name());
    return fmt::format("{}, {}{}", t.base->name, how, who);
}

}  // namespace

exit_status replay(const replay_options& options) {
    const watchdog_scope under_watch;
    const trial t = find_trial(options.which);
    runner p(*t.base, t.under_test);
    search::runner_options keep;
    keep.keep_trace = true;
    keep.keep_points = true;
    const run_report run = p.run(t, keep);

    const std::string which = title(t, options.which);
    fmt::print("{}: {}\n", which, t.base->summary);
    print_faults(t, p, run);
    reports::story_style style;
    style.colour = options.colour;
    style.timers = options.timers;
    fmt::print("\n{}\n", reports::story(p.world(), style));
    print_judge(t, run);
    const bool is_plan = !options.which.plan.empty();
    exit_status verdict = print_verdict(t, grounds_of(t, is_plan, p.injector().fates(), run), run);
    fmt::print("hash {}\n", to_text(run.hash));
    if (!options.svg.empty()) {
        write_picture(options.svg, which, t, p, run);
        fmt::print("picture {}\n", options.svg);
    }
    if (options.check_determinism) {
        verdict = std::max(verdict, check(t));
    }
    fmt::print("reproduce: onceproof replay {}\n", options.which.text());
    return verdict;
}

}  // namespace onceproof::cli
