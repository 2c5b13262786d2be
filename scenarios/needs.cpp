// See needs.hpp.
#include "scenarios/needs.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

namespace onceproof::scenarios {
namespace {

// A scenario asks again an hour later.
constexpr std::chrono::hours day(25);
constexpr std::chrono::hours year(365 * 24);

std::vector<scenario_need> make_needs() {
    std::vector<scenario_need> all{
        {"forgets-within-a-day", "Its contract keeps what came of a key for a day at most.",
         [](const designs::subject& s) { return s.promised->retention < day; }},
        {"forgets-within-a-year", "Its contract keeps what came of a key for less than a year.",
         [](const designs::subject& s) { return s.promised->retention < year; }},
        {"reference-steps", "Its steps are those of the reference server.",
         [](const designs::subject& s) { return s.name == designs::reference().name; }}};
    for (const designs::feature& f : designs::features()) {
        all.push_back({f.name, f.statement, nullptr});
    }
    return all;
}

}  // namespace

bool scenario_need::is_met_by(const designs::subject& s) const {
    return follows == nullptr ? s.has(name) : follows(s);
}

std::span<const scenario_need> needs() {
    static const std::vector<scenario_need> all = make_needs();
    return all;
}

const scenario_need* find_need(std::string_view name) {
    const auto all = needs();
    const auto found = std::ranges::find(all, name, &scenario_need::name);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace onceproof::scenarios
