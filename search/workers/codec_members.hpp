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
concept is = std::same_as<std::remove_const_t<T>, U>;

template <is<sim::trace_hash> T>
auto members(T& v) {
    return std::tie(v.high, v.low);
}
template <is<faults::fault_counts> T>
auto members(T& v) {
    return std::tie(v.offered, v.chosen, v.fired, v.mattered);
}
template <is<faults::search_counts> T>
auto members(T& v) {
    return std::tie(v.plans, v.skipped, v.repeats, v.kinds);
}
template <is<finding> T>
auto members(T& v) {
    return std::tie(v.rule, v.intent, v.sentence, v.times, v.scenario, v.seed, v.plan, v.story);
}
template <is<window> T>
auto members(T& v) {
    return std::tie(v.first, v.last, v.from, v.to, v.points, v.span, v.harms, v.sentence);
}
template <is<lateness> T>
auto members(T& v) {
    return std::tie(v.span, v.points, v.breaks);
}
template <class T>
    requires is<T, play_seed> || is<T, measure_run> || is<T, tell_run>
auto members(T& v) {
    return std::tie(v.seed);
}
template <is<play_plan> T>
auto members(T& v) {
    return std::tie(v.what);
}
template <is<search_part> T>
auto members(T& v) {
    return std::tie(v.part);
}
template <is<prove_part> T>
auto members(T& v) {
    return std::tie(v.performer, v.first, v.end);
}
template <is<shrink_seed> T>
auto members(T& v) {
    return std::tie(v.seed, v.rule);
}
template <is<shrink_plan> T>
auto members(T& v) {
    return std::tie(v.what, v.rule);
}
template <is<measure_windows> T>
auto members(T& v) {
    return std::tie(v.subject);
}
template <is<std::monostate> T>
auto members(T&) {
    return std::tuple<>();
}
template <is<run_told> T>
auto members(T& v) {
    return std::tie(v.hash, v.marks, v.not_judged);
}
template <is<plan_told> T>
auto members(T& v) {
    return std::tie(v.unmet);
}
template <is<part_told> T>
auto members(T& v) {
    return std::tie(v.hash, v.roots, v.counts, v.marks, v.violating, v.met, v.behaviours,
                    v.behaviours_cut, v.plan, v.moment_plans, v.moment_plans_left_out);
}
template <is<proof_told> T>
auto members(T& v) {
    return std::tie(v.runs, v.took, v.first);
}
template <is<length_told> T>
auto members(T& v) {
    return std::tie(v.lines);
}
template <is<exhibit_told> T>
auto members(T& v) {
    return std::tie(v.hash, v.intents, v.effects, v.story, v.picture);
}
template <is<windows_told> T>
auto members(T& v) {
    return std::tie(v.windows, v.late);
}
template <is<outcome> T>
auto members(T& v) {
    return std::tie(v.broken, v.told);
}

// A type that has such a list.
template <class T>
concept composed = requires(T& v) { members(v); };

}  // namespace onceproof::search
