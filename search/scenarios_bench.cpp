// Full runs a second of each scenario, with everything on: HTTP, SQLite, trace hash, oracle and
// the closing probes. One core.
#include "search/runner.hpp"

#include <benchmark/benchmark.h>

namespace onceproof::search {
namespace {

void runs(benchmark::State& state, const scenarios::scenario* s) {
    runner p(*s);
    std::uint64_t seed = 0;
    std::uint64_t steps = 0;
    for ([[maybe_unused]] auto iteration : state) {
        steps += p.run(seed++).steps;
    }
    state.SetItemsProcessed(state.iterations());
    state.counters["steps_per_run"] =
        static_cast<double>(steps) / static_cast<double>(state.iterations());
}

// From nothing to the verdict of one run: what a person waits for.
void start_to_verdict(benchmark::State& state) {
    for ([[maybe_unused]] auto iteration : state) {
        runner p(*scenarios::find("lost-answer"));
        benchmark::DoNotOptimize(p.run(1).steps);
    }
}
BENCHMARK(start_to_verdict);

const bool registered = [] {
    for (const scenarios::scenario& s : scenarios::all()) {
        benchmark::RegisterBenchmark(std::string(s.name).c_str(), runs, &s);
    }
    return true;
}();

}  // namespace
}  // namespace onceproof::search
