// See commands.hpp.
#include "cli/commands.hpp"

#include "cli/spelling.hpp"
#include "reports/story.hpp"
#include "scenarios/runner.hpp"
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

const scenario* find_or_complain(const std::string& name) {
    if (const scenario* found = scenarios::find(name)) {
        return found;
    }
    std::vector<std::string> known;
    for (const scenario& s : scenarios::all()) {
        known.emplace_back(s.name);
    }
    fmt::print(stderr, "onceproof: there is no scenario '{}'{} (onceproof list shows all)\n", name,
               did_you_mean(name, known));
    return nullptr;
}

void print_heading(const scenario& s, std::uint64_t seed) {
    fmt::print("{}, seed {}: {}\n", s.name, seed, s.summary);
    for (const faults::fault& f : s.plan) {
        fmt::print("What goes wrong: {} at {}\n", to_text(f.what.what), f.point);
    }
    fmt::print("\n");
}

exit_status verdict_on(const scenarios::played_run& run) {
    const sim::run_result& result = run.result();
    if (result.how == sim::outcome::livelock || result.how == sim::outcome::horizon) {
        return violated;
    }
    for (const std::string& point : run.unmet()) {
        fmt::print("inconclusive: the run never came to {}\n", point);
    }
    return run.unmet().empty() ? held : inconclusive;
}

exit_status print_divergence(const scenarios::divergence& d) {
    const sim::world& first = d.first.world();
    const sim::world& second = d.second.world();
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
    const auto found = scenarios::check_determinism(s, {.seed = options.seed});
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
    print_heading(*s, options.seed);
    scenarios::played_run run(*s, {.seed = options.seed, .keep_trace = true});
    run.play();
    reports::story_style style;
    style.colour = options.colour;
    style.timers = options.timers;
    fmt::print("{}\n", reports::story(run.world(), style));
    fmt::print("hash {}\n", to_text(run.result().hash));
    exit_status verdict = verdict_on(run);
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
