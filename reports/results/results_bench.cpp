// What it costs to keep results: it has to stay below 2 percent of the time that the runs take, and
// a million runs below 50 MB.
#include "reports/results/results.hpp"

#include "reports/evidence_testing.hpp"

#include <benchmark/benchmark.h>

#include <filesystem>
#include <string>

namespace onceproof::reports {
namespace {

constexpr std::uint64_t runs = 1000;            // of a scenario
constexpr double seconds_of_a_run = 200e-6;     // see scenarios_bench.cpp
constexpr double seconds_between_counts = 0.1;  // of real time
constexpr std::uint64_t scenarios_of_a_million = 1'000'000 / runs;

void keep_scenario(results& in, std::int64_t run) {
    const campaign_entry campaign = sample_campaign("lost-answer", runs);
    const std::int64_t number = in.begin(run, campaign);
    const auto counts = static_cast<std::uint64_t>(static_cast<double>(runs) * seconds_of_a_run /
                                                   seconds_between_counts);
    for (std::uint64_t i = 0; i < counts; ++i) {
        in.count(number, i);
    }
    in.finish(number, campaign);
}

void keep_a_scenario(benchmark::State& state) {
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / "onceproof-results-bench.db";
    const auto clean = [&] {
        for (const char* ending : {"", "-wal", "-shm"}) {
            std::filesystem::remove(file.string() + ending);
        }
    };
    clean();
    {
        results in(file.string());
        const std::int64_t run = in.begin(sample_evidence().made_by, sample_catalogue(), "run");
        for (const auto _ : state) {
            keep_scenario(in, run);
        }
        state.counters["percent_of_run_time"] = benchmark::Counter(
            static_cast<double>(state.iterations()) * seconds_of_a_run * runs / 100,
            benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
    }
    clean();
    {
        results in(file.string());
        const std::int64_t run = in.begin(sample_evidence().made_by, sample_catalogue(), "run");
        for (std::uint64_t i = 0; i < scenarios_of_a_million; ++i) {
            keep_scenario(in, run);
        }
    }
    state.counters["bytes_of_a_million_runs"] =
        static_cast<double>(std::filesystem::file_size(file));
    clean();
}

BENCHMARK(keep_a_scenario)->Unit(benchmark::kMicrosecond)->Iterations(500)->UseRealTime();

}  // namespace
}  // namespace onceproof::reports
