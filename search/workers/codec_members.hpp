// For codec.cpp: what each type holds that it writes and reads. There is one list for both, so that
// they cannot differ.
#pragma once

#include "search/workers/job.hpp"

#include <concepts>
#include <tuple>
#include <type_traits>
#include <variant>

namespace onceproof::search {

// A U, whether it may be changed or not.
template <class T, class U>
concept same_as_mutable = std::same_as<std::remove_const_t<T>, U>;

template <same_as_mutable<sim::trace_hash> T>
auto members(T& v) {
    return std::tie(v.high, v.low);
}
template <same_as_mutable<faults::fault_counts> T>
auto members(T& v) {
    return std::tie(v.offered, v.chosen, v.fired, v.mattered);
}
template <same_as_mutable<faults::search_counts> T>
auto members(T& v) {
    return std::tie(v.plans, v.skipped, v.repeats, v.kinds);
}
template <same_as_mutable<finding> T>
auto members(T& v) {
    return std::tie(v.rule, v.intent, v.sentence, v.times, v.scenario, v.seed, v.plan, v.story);
}
template <same_as_mutable<window> T>
auto members(T& v) {
    return std::tie(v.first, v.last, v.from, v.to, v.points, v.span, v.fault_kinds, v.sentence);
}
template <same_as_mutable<lateness> T>
auto members(T& v) {
    return std::tie(v.span, v.points, v.breaks);
}
template <class T>
    requires same_as_mutable<T, run_seed> || same_as_mutable<T, measure_run> ||
             same_as_mutable<T, quote_run>
auto members(T& v) {
    return std::tie(v.seed);
}
template <same_as_mutable<run_plan> T>
auto members(T& v) {
    return std::tie(v.trial);
}
template <same_as_mutable<search_part> T>
auto members(T& v) {
    return std::tie(v.part);
}
template <same_as_mutable<prove_part> T>
auto members(T& v) {
    return std::tie(v.implementation, v.first, v.end);
}
template <same_as_mutable<shrink_seed> T>
auto members(T& v) {
    return std::tie(v.seed, v.rule);
}
template <same_as_mutable<shrink_plan> T>
auto members(T& v) {
    return std::tie(v.trial, v.rule);
}
template <same_as_mutable<measure_windows> T>
auto members(T& v) {
    return std::tie(v.subject);
}
template <same_as_mutable<std::monostate> T>
auto members(T&) {
    return std::tuple<>();
}
template <same_as_mutable<seed_result> T>
auto members(T& v) {
    return std::tie(v.hash, v.goals, v.not_judged);
}
template <same_as_mutable<plan_result> T>
auto members(T& v) {
    return std::tie(v.unmet);
}
template <same_as_mutable<part_result> T>
auto members(T& v) {
    return std::tie(v.hash, v.roots, v.counts, v.goals, v.violating, v.met, v.behaviours,
                    v.behaviours_cut, v.plan, v.moment_plans, v.moment_plans_left_out);
}
template <same_as_mutable<proof_result> T>
auto members(T& v) {
    return std::tie(v.runs, v.took, v.first);
}
template <same_as_mutable<length_result> T>
auto members(T& v) {
    return std::tie(v.lines);
}
template <same_as_mutable<example_result> T>
auto members(T& v) {
    return std::tie(v.hash, v.intents, v.effects, v.story, v.picture);
}
template <same_as_mutable<windows_result> T>
auto members(T& v) {
    return std::tie(v.windows, v.late);
}
template <same_as_mutable<outcome> T>
auto members(T& v) {
    return std::tie(v.broken, v.result);
}

// A type that has such a list.
template <class T>
concept composed = requires(T& v) { members(v); };

}  // namespace onceproof::search
