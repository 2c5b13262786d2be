// See commands.hpp.
#include "cli/commands.hpp"

#include "cli/find_scenario.hpp"
#include "reports/story.hpp"
#include "scenarios/determinism.hpp"
#include "scenarios/player.hpp"
#include "scenarios/scenario.hpp"
#include "sim/traps.hpp"
#include "sim/watchdog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace onceproof::cli {
namespace {

using namespace std::chrono_literals;
using scenarios::scenario;

// Real time that one step of the code under test may take.
constexpr auto patience = 10s;

void print_faults(const faults::plan& plan) {
    for (const faults::fault& f : plan) {
        const sim::disturbance& d = f.what;
        fmt::print("What goes wrong: {}{} at {}\n", to_text(d.what),
                   d.what == sim::harm::delay ? " by " + sim::to_text(d.span) : "", f.point);
    }
}

// The verdict on one run, in words.
exit_status print_verdict(const scenario& s, const scenarios::player& p,
                          const scenarios::run_report& run) {
    for (const model::violation& v : run.violations) {
        fmt::print("violated: {}: pay-{}: {}\n", to_text(v.broken), v.intent, v.why);
    }
    if (!run.trouble.empty()) {
        fmt::print("violated: {}\n", run.trouble);
    }
    if (run.broke()) {
        return violated;
    }
    for (const std::string& point : p.unmet()) {
        fmt::print("the run never came to {}\n", point);
    }
    for (std::size_t i = 0; i < s.must_reach.size(); ++i) {
        const bool reached = (run.marks >> i & 1U) != 0;
        fmt::print("{}: {}\n", reached ? "reached" : "not reached", s.must_reach[i].name);
    }
    const bool all = run.marks + 1 == std::uint64_t{1} << s.must_reach.size();
    fmt::print("{}\n", all ? "held" : "inconclusive: what the scenario is about did not happen");
    return all ? held : inconclusive;
}

exit_status print_divergence(const scenarios::divergence& d) {
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

exit_status check(const scenario& s, const replay_options& options) {
    const auto found = scenarios::check_determinism(s, options.seed);
    if (found) {
        return print_divergence(*found);
    }
    fmt::print("deterministic: played twice, event by event the same, and no trap saw anything\n");
    return held;
}

}  // namespace

exit_status replay(const replay_options& options) {
    const scenario* s = find_or_complain(options.scenario);
    if (s == nullptr) {
        return usage;
    }
    const sim::watchdog guard(patience);
    sim::traps::set(sim::traps::mode::abort);
    scenarios::player p(*s);
    scenarios::play_options keep;
    keep.keep_trace = true;
    const scenarios::run_report run = p.play(options.seed, keep);

    fmt::print("{}, seed {}: {}\n", s->name, options.seed, s->summary);
    print_faults(p.faults());
    reports::story_style style;
    style.colour = options.colour;
    style.timers = options.timers;
    fmt::print("\n{}\n", reports::story(p.world(), style));
    exit_status verdict = print_verdict(*s, p, run);
    fmt::print("hash {}\n", to_text(run.hash));
    if (options.check_determinism) {
        verdict = std::max(verdict, check(*s, options));
    }
    fmt::print("again: onceproof replay {} --seed {}\n", s->name, options.seed);
    return verdict;
}

exit_status list_scenarios() {
    std::size_t widest = 0;
    for (const scenario& s : scenarios::all()) {
        widest = std::max(widest, s.name.size());
    }
    for (const scenario& s : scenarios::all()) {
        fmt::print("{:<{}}  {}\n", s.name, widest, s.summary);
    }
    return held;
}

}  // namespace onceproof::cli
