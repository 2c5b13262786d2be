// What could go wrong at a moment, and the runs that differ from a run in one choice.
#pragma once

#include "explore/recording.hpp"
#include "faults/plan.hpp"
#include "scenarios/trial.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace onceproof::explore {

// What was asked for can't be, in one sentence.
class refusal : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

// One kind of fault at one point, in each of its ways.
struct choice {
    std::string kind;         // "silence"
    std::string description;  // one line
    std::vector<faults::planned_fault> ways;
};

struct choices_at {
    std::string point;
    std::vector<choice> kinds;
};

// At the points that the run met in the row of that event: after the row before, and before it
// ended. None once faults have stopped.
std::vector<choices_at> choices(const recording& r, event_number at);

// --- The neighbours of a run. Each throws a refusal if there is none ---

scenarios::trial with(const scenarios::trial& t, const faults::planned_fault& added);
// INDEX: of the fault in the plan.
scenarios::trial without_fault(const scenarios::trial& t, std::size_t index);

// Lacking that guard, or run by that mutant; NAME empty: whole.
scenarios::trial without_guard(const scenarios::trial& t, std::string_view name);
scenarios::trial by_subject(const scenarios::trial& t, std::string_view name);

// That run of the scenario, with all that the seed chooses, by the implementation of T by.
scenarios::trial of_seed(const scenarios::trial& t, std::uint64_t seed);

// The scenario's own workload and plan, in nominal timing.
scenarios::trial calm(const scenarios::scenario& s, const designs::implementation& by);

// So many seeds are looked through for one that fails, a second or so.
inline constexpr std::uint64_t failing_seeds_max = 2000;

// The next seed after T's, of the RUNS_MAX next, whose run breaks a rule; nothing if none does.
std::optional<scenarios::trial> next_failing(const scenarios::trial& t, std::uint64_t runs_max);

// Whether T is just what its seed chooses.
bool is_of_its_seed(const scenarios::trial& t);

// T as a plan file, with what goes wrong in words on top.
std::string plan_file_of(const scenarios::trial& t);

// A line for a shell that runs it again.
std::string again(const scenarios::trial& t);

}  // namespace onceproof::explore
