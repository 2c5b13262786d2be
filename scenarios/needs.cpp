// See needs.hpp.
#include "scenarios/needs.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace onceproof::scenarios {
namespace {

// A scenario asks again an hour later.
constexpr std::chrono::hours day(25);
constexpr std::chrono::hours year(365 * 24);

constexpr std::array<scenario_need, 11> all{{
    {"claims-first", "claims the key in a commit of its own, and works then",
     [](const subject& s) { return s.claims_first; }},
    {"keeps-keys", "keeps keys, and what came of each",
     [](const subject& s) { return s.keeps_keys; }},
    {"local-effect", "its effect is in its own database",
     [](const subject& s) { return !s.has_downstream(); }},
    {"another-unsafe", "has a second operation that is unsafe to repeat",
     [](const subject& s) { return !s.has_downstream(); }},
    {"downstream", "its effect is at a system downstream",
     [](const subject& s) { return s.has_downstream(); }},
    {"keyed-downstream", "its effect is at a system downstream that takes keys",
     [](const subject& s) { return s.needs == requirement::keyed_downstream; }},
    {"keyless-downstream", "its effect is at a system downstream that takes no keys",
     [](const subject& s) { return s.needs == requirement::keyless_downstream; }},
    {"key-store", "its keys are in a store beside the database",
     [](const subject& s) { return s.needs == requirement::key_store; }},
    {"forgets-within-a-day", "keeps what came of a key for a day at most",
     [](const subject& s) { return s.promised->retention < day; }},
    {"forgets-within-a-year", "keeps what came of a key for less than a year",
     [](const subject& s) { return s.promised->retention < year; }},
    {"reference-steps", "its steps are those of the reference server",
     [](const subject& s) { return s.name == reference().name; }},
}};

}  // namespace

std::span<const scenario_need> needs() {
    return all;
}

const scenario_need* find_need(std::string_view name) {
    const auto found = std::ranges::find(all, name, &scenario_need::name);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace onceproof::scenarios
